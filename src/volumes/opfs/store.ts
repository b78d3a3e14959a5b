import type { CacheBudget } from "../../core/cache-budget.ts";
import { fail } from "../../core/errors.ts";
import { createContents, type Contents } from "../contents.ts";
import { createPool } from "../pool.ts";
import type { Changed, FileEntry } from "../volume.ts";
import { createCache } from "./cache.ts";
import { checksum } from "./checksum.ts";
import type { Segment } from "./log.ts";
import type { Stored } from "./nodes.ts";

/** Where bytes are now. Compaction moves them: it changes the place, and whoever holds it follows. */
export interface Place {
  /** Undefined for an empty file, whose bytes are nowhere. */
  segment: Segment | undefined;
  offset: number;
  readonly size: number;
  readonly checksum: number;
  /** They were read once and are what was written. */
  checked: boolean;
}

/** The contents of files: on the disk, and lately used ones in RAM. */
export interface Store {
  readonly places: Contents<Place>;
  /** Throws as `places.of` does, and io_error when the bytes are not what was written. */
  read(file: FileEntry, start?: number, end?: number): Uint8Array;
  /** What a put left there, and its bytes when they are at hand. */
  put(changed: Changed, place: Place, bytes?: Uint8Array): void;
  remove(file: FileEntry): void;
  /** The bytes of one place, past the cache. Throws io_error. */
  fetch(place: Place): Uint8Array;
  move(place: Place, segment: Segment, offset: number): void;
  clear(): void;
}

/** Files up to this size are read a page at a time: who reads one often reads its neighbours. */
const pagedBytes = 65_536;
const pageBytes = 262_144;
/** A part of a larger file is read by itself, unchecked, since a checksum is of the whole. */
const wholeBytes = 1_048_576;

export function placeOf({ segment, offset, checksum: sum }: Stored, size: number, segments: ReadonlyMap<number, Segment>): Place {
  return { segment: segments.get(segment), offset, size, checksum: sum, checked: false };
}

export function storedAt({ segment, offset, checksum: sum }: Place): Stored {
  return { segment: segment?.number ?? 0, offset, checksum: sum };
}

export function createStore(caches: CacheBudget): Store {
  const places = createContents<Place>();
  const cache = createCache(caches);
  /** A page is worth reading where it is sure to be kept until the neighbours are read. */
  const readsPages = pageBytes <= cache.floor;
  const copy = createPool();

  function read(file: FileEntry, start = 0, end = file.size): Uint8Array {
    const place = places.of(file);
    if (place.size === 0) return nothing;
    const kept = cache.get(file.id);
    if (kept?.version === file.version) return partOf(kept.bytes, start, end);
    if (isGone(place)) throw fail("stale_version", { path: "", expected: file.version, reason: "version" });
    if (place.size > wholeBytes && end - start < place.size) return readPart(place, start, end);
    return partOf(readWhole(file, place), start, end);
  }

  function readWhole(file: FileEntry, place: Place): Uint8Array {
    const paged = readsPages && place.size <= pagedBytes ? fromPage(place) : undefined;
    const bytes = paged ?? fetch(place);
    if (!paged) cache.set(file.id, { version: file.version, bytes });
    return bytes;
  }

  /** Undefined when the bytes stand in two pages, or in one that is not full yet. */
  function fromPage(place: Place): Uint8Array | undefined {
    const page = Math.floor(place.offset / pageBytes);
    const start = place.offset - page * pageBytes;
    if (start + place.size > pageBytes) return undefined;
    const bytes = pageOf(place.segment as Segment, page)?.subarray(start, start + place.size);
    return bytes && checked(place, bytes);
  }

  function pageOf(segment: Segment, page: number): Uint8Array | undefined {
    // Ids of nodes are above zero.
    const key = -(segment.number * pagesMax + page + 1);
    const kept = cache.get(key);
    if (kept) return kept.bytes;
    if ((page + 1) * pageBytes > segment.end) return undefined;
    const bytes = segment.file.read(page * pageBytes, pageBytes);
    cache.set(key, { version: "", bytes });
    return bytes;
  }

  return {
    places,
    read,
    put(changed, place, bytes) {
      const file = changed.after as FileEntry;
      if (changed.before) release(places.of(changed.before as FileEntry));
      places.set(changed, place);
      if (place.segment) place.segment.live += place.size;
      // A copy, or the caller could change what is read.
      if (bytes && place.size > 0) cache.set(file.id, { version: file.version, bytes: copy(bytes) });
    },
    remove(file) {
      release(places.of(file));
      places.delete(file.id);
      cache.delete(file.id);
    },
    fetch,
    move(place, segment, offset) {
      release(place);
      place.segment = segment;
      place.offset = offset;
      segment.live += place.size;
    },
    clear: cache.clear,
  };
}

const nothing = new Uint8Array(0);
const pagesMax = 2 ** 20;

/** An older version's bytes, which compaction did not keep. */
function isGone({ segment, offset, size }: Place): boolean {
  return segment === undefined || segment.dropped || offset + size > segment.end;
}

function release({ segment, size }: Place): void {
  if (segment) segment.live -= size;
}

/** Reads the bytes and looks whether they are what was written. */
function fetch(place: Place): Uint8Array {
  const { segment, offset, size } = place;
  return segment ? checked(place, segment.file.read(offset, size)) : nothing;
}

function readPart({ segment, offset, size }: Place, start: number, end: number): Uint8Array {
  const length = Math.max(0, Math.min(end, size) - start);
  const bytes = (segment as Segment).file.read(offset + start, length);
  if (bytes.length < length) throw fail("io_error", { operation: "read", reason: "the file's bytes are not all there" });
  return bytes;
}

function checked(place: Place, bytes: Uint8Array): Uint8Array {
  if (!place.checked && (bytes.length !== place.size || checksum(bytes) !== place.checksum))
    throw fail("io_error", { operation: "read", reason: "the bytes on the disk are not the ones that were written" });
  place.checked = true;
  return bytes;
}

function partOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return start === 0 && end >= bytes.length ? bytes : bytes.subarray(start, end);
}
