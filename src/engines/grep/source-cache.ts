import { Source } from "./source.ts";

/** Bytes of files whose text is kept between searches. */
const defaultBytes = 201_326_592;

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
  /** Least recently used first. */
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  #search = 0;

  constructor(most: number = defaultBytes) {
    this.#most = most;
  }

  /** Bytes of the files that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  beginSearch(): void {
    this.#search++;
  }

  get({ id, version }: FileVersion): Source | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    this.#kept.delete(id);
    if (kept.version !== version) {
      this.#bytes -= kept.bytes;
      return undefined;
    }
    kept.usedIn = this.#search;
    this.#kept.set(id, kept);
    return kept.source;
  }

  /** The source of a file's bytes; kept, if there is room. */
  add({ id, version }: FileVersion, file: Uint8Array): Source {
    const bytes = file.length;
    if (!this.#makeRoom(bytes)) return Source.of(file, false);
    const source = Source.of(file);
    this.#kept.set(id, { version, source, bytes, usedIn: this.#search });
    this.#bytes += bytes;
    return source;
  }

  #makeRoom(bytes: number): boolean {
    for (const [id, kept] of this.#kept) {
      if (this.#bytes + bytes <= this.#most || kept.usedIn === this.#search) break;
      this.#kept.delete(id);
      this.#bytes -= kept.bytes;
    }
    return this.#bytes + bytes <= this.#most;
  }
}
