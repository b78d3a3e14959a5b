import { fail } from "./errors.ts";

/** The bytes that several caches may hold together. What one leaves free, another may use. */
export interface CacheBudget {
  readonly maxBytes: number;
  /** Bytes that they hold now. */
  used(): number;
  open(cache: BudgetedCache): CacheAccount;
}

export interface BudgetedCache {
  /** The part of the budget, 0 to 1, that no other cache takes, be it in use or not; 0. */
  readonly share?: number;
  /** Bytes that it could do without. */
  spare(): number;
  /** Forgets and releases so many of them; more, where its items are larger. */
  giveUp(bytes: number): void;
}

/** What one cache holds. */
export interface CacheAccount {
  /** Bytes of its share. */
  readonly floor: number;
  /**
   * Counts the bytes as held, once there is room: first the others give up what they can spare above their floors, then this cache what it can.
   * False where all of that is not enough: nothing is given up then.
   */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

interface Account extends CacheAccount {
  readonly cache: BudgetedCache;
  held: number;
}

/** Throws invalid_arguments for what is no number of bytes: it may come from a page, unchecked. */
export function createCacheBudget(maxBytes: number = 268_435_456): CacheBudget {
  refuseBadNumber(maxBytes);
  const accounts: Account[] = [];

  /** Bytes that are too many when the account takes so many more. */
  function excess(account: Account, bytes: number): number {
    let total = account.held + bytes;
    for (const other of accounts) if (other !== account) total += Math.max(other.held, other.floor);
    return total - maxBytes;
  }

  function take(account: Account, bytes: number): boolean {
    const missing = excess(account, bytes);
    if (missing <= 0) return true;
    const others = accounts.filter((other) => other !== account);
    if (missing > others.reduce((sum, other) => sum + spareAboveFloor(other), account.cache.spare())) return false;
    for (const other of others) giveUp(other, Math.min(excess(account, bytes), spareAboveFloor(other)));
    giveUp(account, excess(account, bytes));
    return true;
  }

  return {
    maxBytes,
    used: () => accounts.reduce((sum, { held }) => sum + held, 0),
    open(cache) {
      const account: Account = {
        cache,
        held: 0,
        floor: maxBytes * (cache.share ?? 0),
        take(bytes) {
          const taken = take(account, bytes);
          if (taken) account.held += bytes;
          return taken;
        },
        release: (bytes) => void (account.held -= bytes),
      };
      accounts.push(account);
      return account;
    },
  };
}

function giveUp({ cache }: Account, bytes: number): void {
  if (bytes > 0) cache.giveUp(bytes);
}

function spareAboveFloor({ cache, held, floor }: Account): number {
  return Math.max(0, Math.min(cache.spare(), held - floor));
}

function refuseBadNumber(maxBytes: unknown): void {
  if (typeof maxBytes === "number" && maxBytes >= 0) return;
  const issue = { at: "cacheBytes", problem: "type", expected: "number >= 0", received: String(maxBytes) } as const;
  throw fail("invalid_arguments", { issues: [issue] });
}
