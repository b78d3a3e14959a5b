import { Source } from "../engines/grep/index.ts";

/** Bytes of files whose text is kept between searches. */
export const cacheBytes = 201_326_592;

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

/**
 * Keeps what was found out about files, and their text, up to a number of bytes. What one search has used is not given up for what it uses
 * next: a tree that does not fit is kept in part, instead of going through the memory file by file for nothing.
 */
export class SourceCache {
  readonly #most: number;
  readonly #kept = new Map<number, Kept>();
  /** Those kept when this search first had no room, the first to go last. */
  #oldest: [number, Kept][] | undefined;
  #bytes = 0;
  #search = 0;

  constructor(most: number = cacheBytes) {
    this.#most = most;
  }

  /** Bytes of the files that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  beginSearch(): void {
    this.#search++;
    this.#oldest = undefined;
  }

  get({ id, version }: FileVersion): Source | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    if (kept.version !== version) {
      this.#forget(id, kept);
      return undefined;
    }
    kept.usedIn = this.#search;
    return kept.source;
  }

  /** The source of a file's bytes; kept, if there is room. */
  add({ id, version }: FileVersion, file: Uint8Array): Source {
    const bytes = file.length;
    if (!this.#makeRoom(bytes)) return Source.of(file, false);
    const source = Source.of(file);
    source.makeText(); // faster to look at than bytes, be it once
    this.#kept.set(id, { version, source, bytes, usedIn: this.#search });
    this.#bytes += bytes;
    return source;
  }

  #makeRoom(bytes: number): boolean {
    while (this.#bytes + bytes > this.#most) {
      this.#oldest ??= [...this.#kept].reverse().sort(([, a], [, b]) => b.usedIn - a.usedIn);
      const [id, kept] = this.#oldest.pop() ?? [];
      if (id === undefined || kept === undefined) return false;
      if (kept.usedIn < this.#search && this.#kept.get(id) === kept) this.#forget(id, kept);
    }
    return true;
  }

  #forget(id: number, kept: Kept): void {
    this.#kept.delete(id);
    this.#bytes -= kept.bytes;
  }
}
