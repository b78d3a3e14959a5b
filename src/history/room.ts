import type { Held } from "./shelf.ts";

/** Calls that are known again by their ids, whatever room their contents take. */
const rememberedCalls = 1_000;
/** What a record that there is a way back from counts besides what it holds. */
const overheadBytes = 1_024;

/** What goes for something new to come. */
export interface Room<Item> {
  /** Of these only the heads stay. */
  readonly stripped: ReadonlySet<Item>;
  readonly forgotten: ReadonlySet<Item>;
}

export interface Bounds {
  /** Bytes of all items that are there. */
  readonly used: number;
  readonly maxBytes: number;
  /** How many calls the items are of, the new one's among them. */
  readonly calls: number;
}

/** The oldest goes first, and of it what the way back needs before what the calls did. */
export function makeRoom<Item extends Held>(items: ReadonlyMap<number, Item>, item: Item, { used, maxBytes, calls }: Bounds): Room<Item> {
  let total = used + sizeOf(item);
  const stripped = new Set<Item>();
  for (const each of following(items.values(), item)) {
    if (total <= maxBytes) break;
    if (!each.pieces) continue;
    total -= sizeOf(each) - each.headBytes;
    stripped.add(each);
  }
  let surplus = calls - rememberedCalls;
  const forgotten = new Set<Item>();
  for (const each of following(items.values(), item)) {
    if (each.pieces && !stripped.has(each)) break;
    const isCall = each.record.origin.callId !== undefined;
    if (isCall && surplus <= 0 && total <= maxBytes) continue;
    if (isCall) surplus -= 1;
    total -= each.headBytes;
    forgotten.add(each);
  }
  return { stripped, forgotten };
}

export function sizeOf(item: Held): number {
  return item.headBytes + (item.pieces ? overheadBytes + item.pieceBytes : 0);
}

function* following<Item>(items: Iterable<Item>, last: Item): Iterable<Item> {
  yield* items;
  yield last;
}
