import type { CacheAccount, CacheBudget } from "../core/cache-budget.ts";
import { Source } from "../engines/grep/index.ts";

/** A file and which of its contents. */
export interface FileVersion {
  readonly id: number;
  readonly version: string;
}

interface Kept {
  readonly version: string;
  readonly source: Source;
  readonly bytes: number;
  /** The search that last asked for it. */
  usedIn: number;
}

export interface SourceCacheOptions {
  /** The volume does not hold the bytes that it gives: they are kept with the text, and count. */
  readonly keepsBytes: boolean;
}

/**
 * Keeps what was found out about files, and their text, as much as the budget lets it. What one search has used is not given up for what is used
 * next: a tree that does not fit is kept in part, instead of going through the memory file by file for nothing.
 */
export class SourceCache {
  readonly #account: CacheAccount;
  readonly #keepsBytes: boolean;
  readonly #kept = new Map<number, Kept>();
  /** Those kept when something was first given up since this search began, the first to go last. */
  #oldest: [number, Kept][] | undefined;
  /** Bytes that are held and that this search has not used. */
  #spare = 0;
  #held = 0;
  #search = 0;

  constructor(budget: CacheBudget, { keepsBytes }: SourceCacheOptions) {
    this.#account = budget.open({ spare: () => this.#spare, giveUp: (bytes) => this.#giveUp(bytes) });
    this.#keepsBytes = keepsBytes;
  }

  beginSearch(): void {
    this.#search++;
    this.#oldest = undefined;
    this.#spare = this.#held;
  }

  get({ id, version }: FileVersion): Source | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    if (kept.version !== version) {
      this.#forget(id, kept);
      return undefined;
    }
    if (kept.usedIn < this.#search) this.#spare -= kept.bytes;
    kept.usedIn = this.#search;
    return kept.source;
  }

  /** The source of a file's bytes; kept, if there is room. */
  add({ id, version }: FileVersion, file: Uint8Array): Source {
    const known = this.get({ id, version }); // of another search, which read it at the same time
    if (known) return known;
    const bytes = this.#keepsBytes ? 2 * file.length : file.length;
    if (!this.#account.take(bytes)) return Source.of(file, false);
    const source = Source.of(this.#keepsBytes ? alone(file) : file);
    source.makeText(); // faster to look at than bytes, be it once
    this.#kept.set(id, { version, source, bytes, usedIn: this.#search });
    this.#held += bytes;
    return source;
  }

  #giveUp(bytes: number): void {
    const goal = this.#held - bytes;
    this.#oldest ??= [...this.#kept].reverse().sort(([, a], [, b]) => b.usedIn - a.usedIn);
    while (this.#held > goal) {
      const [id, kept] = this.#oldest.pop() ?? [];
      if (id === undefined || kept === undefined) return;
      if (kept.usedIn < this.#search && this.#kept.get(id) === kept) this.#forget(id, kept);
    }
  }

  #forget(id: number, kept: Kept): void {
    this.#kept.delete(id);
    if (kept.usedIn < this.#search) this.#spare -= kept.bytes;
    this.#held -= kept.bytes;
    this.#account.release(kept.bytes);
  }
}

/** A part of a larger buffer, such as a page of many files, would keep all of it. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.length < bytes.buffer.byteLength ? bytes.slice() : bytes;
}
