import { breathe } from "../../core/cancel.ts";
import { isPortsideError } from "../../core/errors.ts";
import type { Commits } from "../commits.ts";
import type { Content } from "../contents.ts";
import type { EntryTree, Placed } from "../entry-tree.ts";
import { checksum } from "./checksum.ts";
import { recordTypes, segmentHeaderBytes } from "./format.ts";
import type { Log, Segment } from "./log.ts";
import { packCalls, packMoved, packNodes } from "./nodes.ts";
import { nothingStored, stateOf, type NodeRecord } from "./nodes.ts";
import { storedAt, type Place, type Store } from "./store.ts";

/** What is done in the background, a slice at a time, so that no call waits for more than one. */
export interface Compaction {
  /** Starts when there is enough to do. Called after every commit, with the number of nodes that it added. */
  consider(added: number): void;
  /** Runs until there is nothing left that is worth it. */
  run(): Promise<void>;
  /** Makes that much room on a full disk, or as much as there is to be had. */
  free(bytes: number): Promise<void>;
  /** Is there that much on the disk that nobody needs? */
  couldFree(bytes: number): boolean;
  /** Makes a little of the room free that was kept for a full disk, enough for a deletion; false when there is none. */
  spendReserve(): boolean;
  /** Lets the slice at hand end. */
  stop(): Promise<void>;
}

export interface CompactionParts {
  readonly log: Log;
  readonly tree: EntryTree;
  readonly store: Store;
  readonly commits: Commits;
  readonly segmentBytes: number;
  /** How many there are. */
  readonly nodes: number;
}

/** Of one slice: bytes moved, places looked at, nodes written. Each takes a few milliseconds. */
const sliceBytes = 262_144;
const slicePlaces = 20_000;
const sliceNodes = 2_000;
/** Replaying less than this is not worth a snapshot. */
const replayBytesMin = 16_777_216;
const reserveSlice = 1_048_576;

type Held = Content<Place>;

export function createCompaction({ log, tree, store, commits, segmentBytes, nodes: known }: CompactionParts): Compaction {
  let running: Promise<void> | undefined;
  let stopped = false;
  let nodes = known;
  /** What a snapshot takes for a node, about; measured with every snapshot. */
  let nodeBytes = 64;
  /** There was no room for all of the reserve. */
  let reserveIsShort = false;
  /** After a failure it is not tried again before the log is that long. */
  let notBefore = 0;
  /** Garbage between contents that nothing fits into. */
  let stuck = 0;

  const sum = (key: "end" | "live"): number => [...log.segments.values()].reduce((total, segment) => total + segment[key], 0);
  const snapshotBytes = (): number => nodes * nodeBytes;
  const garbage = (): number => sum("end") - sum("live") - snapshotBytes();
  const segmentLimit = (): number => Math.max(segmentBytes, sum("end") / 32);
  /** Enough for a snapshot and the records that go with it; more is kept than is needed, or it would have to grow with every commit. */
  const reserveNeeded = (): number => Math.round(segmentBytes / 16 + 1.25 * snapshotBytes());
  const reserveTarget = (): number => Math.round(1.5 * reserveNeeded());
  const isReserved = (): boolean => reserveIsShort || log.reserveBytes() >= reserveNeeded();
  const isWorthIt = (): boolean => garbage() > sum("live") + segmentBytes;
  const isLong = (): boolean => log.replayBytes() > Math.max(replayBytesMin, 2 * snapshotBytes());
  const isFull = (): boolean => log.newest().end > segmentLimit();

  function consider(added: number): void {
    nodes += added;
    if (!isReserved()) growReserve(reserveSlice);
    if (running || stopped || sum("end") < notBefore) return;
    if (!isReserved() || isFull() || isLong() || isWorthIt()) void start(tidy);
  }

  async function start(work: () => Promise<void>): Promise<void> {
    while (running) await running;
    if (stopped) return;
    running = breathe()
      .then(work)
      .catch((error: unknown) => {
        notBefore = sum("end") + segmentBytes;
        if (!isPortsideError(error, "no_space")) log.note({ kind: "compaction_failed", reason: String(error) });
      })
      .finally(() => (running = undefined));
    await running;
  }

  async function tidy(): Promise<void> {
    if (isFull()) await log.rotate();
    const last = log.newest().number;
    while (!stopped && isWorthIt()) {
      const victims = useless(last);
      if (victims.length === 0) break;
      await compact(victims);
    }
    if (!stopped && isLong()) await compact([]);
    while (!stopped && !isReserved()) {
      growReserve(reserveSlice);
      await breathe();
    }
  }

  function growReserve(bytes: number): void {
    reserveIsShort = !log.growReserve(reserveTarget(), bytes);
  }

  /**
   * The disk is full: contents from the end of each segment move into what is free in it, so that it can be cut off. The reserve is enough for the
   * snapshot that makes the free parts free.
   */
  async function squeeze(bytes: number): Promise<void> {
    spendReserve(Infinity);
    const before = sum("end");
    if (log.newest().end > segmentHeaderBytes) await log.rotate();
    await compact([...log.segments.values()].filter(({ number, live }) => number < log.newest().number && live === 0));
    const wanted = before - bytes - reserveTarget();
    for (const segment of sealed()) {
      if (sum("end") > wanted && !stopped) await fold(segment);
    }
    stuck = Math.max(0, garbage());
    if (sum("end") <= wanted) growReserve(Infinity);
  }

  /** Those that are not replayed, the most useless first. */
  function sealed(): readonly Segment[] {
    const before = [...log.segments.values()].filter(({ number }) => number < log.replayFrom().segment);
    return before.toSorted((a, b) => b.end - b.live - (a.end - a.live));
  }

  async function fold(old: Segment): Promise<void> {
    const segment = log.renew(old);
    const held = [...store.places.all()].filter(({ content }) => content.segment === old);
    for (const { content } of held) content.segment = segment;
    store.clear();
    const moves = movesWithin(held, segment.end);
    for (let next = 0; next < moves.length && !stopped;) {
      const slice = sliceOf(moves, next);
      next += slice.length;
      moveWithin(segment, slice);
      await breathe();
    }
    if (!stopped) log.shorten(segment, endOf(segment));
  }

  function moveWithin(segment: Segment, moves: readonly Move[]): void {
    const current = moves.filter(({ held }) => store.places.newest(held.id)?.content === held.content);
    const moved = current.flatMap(({ held, offset }) => {
      const bytes = readableBytes(held.content);
      if (!bytes) return [];
      const stored = { ...storedAt(held.content), offset };
      log.fill(stored, 0, bytes);
      return [{ held, stored }];
    });
    if (moved.length === 0) return;
    segment.file.flush();
    const told = moved.map(({ held: { id, version }, stored }) => ({ id, version: Number(version), stored }));
    log.append(true, (draft) => draft.record(recordTypes.moved, packMoved(told)));
    for (const { held, stored } of moved) store.move(held.content, segment, stored.offset);
  }

  /** Where the last live contents end. */
  function endOf(segment: Segment): number {
    const places = [...store.places.all()].map(({ content }) => content).filter((place) => place.segment === segment);
    return places.reduce((end, { offset, size }) => Math.max(end, offset + size), segmentHeaderBytes);
  }

  /** Segments of which half or more is of no use, those with the least to move first. */
  function useless(last: number): readonly Segment[] {
    let budget = Math.max(segmentBytes, 4 * snapshotBytes());
    return [...log.segments.values()]
      .filter(({ number, live, end }) => number <= last && live <= end / 2)
      .toSorted((a, b) => a.live - b.live)
      .filter(({ live }, index) => (budget -= live) >= 0 || index === 0);
  }

  /** Moves what is live out of these segments, writes down all that is known, and drops them. */
  async function compact(victims: readonly Segment[]): Promise<void> {
    if (isFull() || victims.includes(log.newest())) await log.rotate();
    if (victims.some(({ live }) => live > 0)) await moveOut(new Set(victims));
    if (stopped) return;
    const from = log.position();
    await writeSnapshot();
    if (stopped) return;
    nodeBytes = Math.max(32, (log.position().offset - from.offset) / Math.max(1, nodes));
    // What could not be read could not be moved, and stays.
    const empty = victims.filter(({ live }) => live === 0);
    await log.advance(from, empty);
    reserveIsShort = false;
    if (empty.length < victims.length) notBefore = sum("end") + segmentBytes;
  }

  async function moveOut(victims: ReadonlySet<Segment | undefined>): Promise<void> {
    let small: Held[] = [];
    let bytes = 0;
    let seen = 0;

    async function slice(): Promise<void> {
      if (small.length > 0) moveSmall(small);
      [small, bytes, seen] = [[], 0, 0];
      await breathe();
      if (isFull() && !stopped) await log.rotate();
    }

    for (const held of store.places.all()) {
      seen += 1;
      const { segment, size } = held.content;
      if (victims.has(segment)) {
        if (size > sliceBytes) await moveLarge(held);
        else small.push(held);
        bytes += size;
      }
      if (bytes >= sliceBytes || seen >= slicePlaces) await slice();
      if (stopped) return;
    }
    await slice();
  }

  /** In one slice: nothing can change in between. */
  function moveSmall(helds: readonly Held[]): void {
    const readable = helds.flatMap((held) => {
      const bytes = readableBytes(held.content);
      return bytes ? [{ ...held, bytes }] : [];
    });
    const stored = log.append(true, (draft) => {
      const moved = readable.map(({ id, version, bytes }) => ({ id, version: Number(version), stored: draft.contents(bytes) }));
      draft.record(recordTypes.moved, packMoved(moved));
      return moved.map((each) => each.stored);
    });
    readable.forEach(({ content }, index) => store.move(content, log.newest(), stored[index]?.offset ?? 0));
  }

  function readableBytes(place: Place): Uint8Array | undefined {
    try {
      return store.fetch(place);
    } catch {
      return undefined; // a read of the file says so; here it only cannot be moved
    }
  }

  /** Room is kept for it, and filled while other records are written behind. It counts when it is all there. */
  async function moveLarge({ id, version, content: place }: Held): Promise<void> {
    const from = place.segment as Segment;
    const to = log.newest();
    const stored = log.reserve(place.size, place.checksum);
    let total = 0;
    for (let done = 0; done < place.size && !stopped; done += sliceBytes) {
      const bytes = from.file.read(place.offset + done, Math.min(sliceBytes, place.size - done));
      total = checksum(bytes, total);
      log.fill(stored, done, bytes);
      await breathe();
    }
    if (stopped || total !== place.checksum || store.places.newest(id)?.content !== place) return;
    log.flush();
    log.append(true, (draft) => draft.record(recordTypes.moved, packMoved([{ id, version: Number(version), stored }])));
    store.move(place, to, stored.offset);
  }

  /** Commits in between are written behind what is not told yet, and before what is told later: read in order, the last word on a node is right. */
  async function writeSnapshot(): Promise<void> {
    const known = { sequence: commits.sequence(), ...tree.counters(), calls: [...commits.calls()] };
    log.append(false, (draft) => draft.record(recordTypes.calls, packCalls(known)));
    let records: NodeRecord[] = [];
    for (const placed of tree.nodes()) {
      records.push(recordOf(placed));
      if (records.length < sliceNodes) continue;
      writeNodes(records);
      records = [];
      await breathe();
      if (stopped) return;
    }
    writeNodes(records);
  }

  function writeNodes(records: readonly NodeRecord[]): void {
    log.append(false, (draft) => draft.record(recordTypes.nodes, packNodes(records)));
  }

  function recordOf({ directory, name, entry }: Placed): NodeRecord {
    const stored = entry.kind === "file" ? storedAt(store.places.of(entry)) : nothingStored;
    return { id: entry.id, directory, name, state: stateOf(entry, stored) };
  }

  function spendReserve(bytes: number): boolean {
    reserveIsShort = false;
    return log.spendReserve(bytes);
  }

  growReserve(Infinity);
  return {
    consider,
    run: () => start(tidy),
    free: (bytes) => start(() => squeeze(bytes)),
    couldFree: (bytes) => garbage() - stuck >= bytes,
    spendReserve: () => spendReserve(Math.max(256, segmentBytes / 1_024)),
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** Contents, and where in their own segment they are to go. */
interface Move {
  readonly held: Held;
  readonly offset: number;
}

/** Contents from the end into the gaps before them, each into the first it fits into. Nothing is written over that is in use. */
function movesWithin(held: readonly Held[], end: number): readonly Move[] {
  const sorted = held.filter(({ content }) => content.size > 0).toSorted((a, b) => a.content.offset - b.content.offset);
  const gaps = gapsBetween(sorted, end);
  const moves: Move[] = [];
  for (const each of sorted.toReversed()) {
    const { offset, size } = each.content;
    const gap = gaps.find((candidate) => candidate.start + size <= candidate.end);
    if (!gap || gap.start > offset) continue;
    moves.push({ held: each, offset: gap.start });
    gap.start += size;
  }
  return moves;
}

function gapsBetween(sorted: readonly Held[], end: number): { start: number; readonly end: number }[] {
  const gaps: { start: number; readonly end: number }[] = [];
  let start = segmentHeaderBytes;
  for (const { content } of sorted) {
    if (content.offset > start) gaps.push({ start, end: content.offset });
    start = content.offset + content.size;
  }
  return end > start ? [...gaps, { start, end }] : gaps;
}

function sliceOf(moves: readonly Move[], from: number): readonly Move[] {
  let bytes = 0;
  const end = moves.findIndex(({ held }, index) => index > from && (bytes += held.content.size) > sliceBytes);
  return moves.slice(from, end < 0 ? undefined : end);
}
