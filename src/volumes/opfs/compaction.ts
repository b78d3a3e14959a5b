import { breathe } from "../../core/cancel.ts";
import { isPortsideError } from "../../core/errors.ts";
import { fold } from "./fold.ts";
import { segmentHeaderBytes } from "./format.ts";
import type { Segment } from "./log.ts";
import { moveOut } from "./move-out.ts";
import { writeSnapshot } from "./snapshot.ts";
import type { Site } from "./work.ts";

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
  /** Lets the slice at hand end. */
  stop(): Promise<void>;
}

export interface CompactionParts extends Omit<Site, "goOn"> {
  readonly segmentBytes: number;
  /** How many there are. */
  readonly nodes: number;
}

/** Replaying less than this is not worth a snapshot. */
const replayBytesMin = 16_777_216;
const reserveSlice = 1_048_576;

export function createCompaction({ segmentBytes, nodes: atFirst, ...parts }: CompactionParts): Compaction {
  const { log } = parts;
  const site: Site = { ...parts, goOn: () => breathe().then(() => !stopped) };
  let running: Promise<void> | undefined;
  let stopped = false;
  let nodes = atFirst;
  /** What a snapshot takes for a node, about; measured with every snapshot. */
  let nodeBytes = 64;
  /** There was no room for all of the reserve. */
  let reserveIsShort = false;
  /** After a failure it is not tried again before the log is that long. */
  let notBefore = 0;
  /** Segments with contents that cannot be read, and so not be moved. */
  const damaged = new Set<Segment>();
  /** Garbage between contents that nothing fits into. */
  let stuck = 0;

  const sum = (key: "end" | "live"): number => [...log.segments.values()].reduce((total, segment) => total + segment[key], 0);
  const snapshotBytes = (): number => nodes * nodeBytes;
  const garbage = (): number => sum("end") - sum("live") - snapshotBytes();
  const segmentLimit = (): number => Math.max(segmentBytes, sum("end") / 32);
  /** Enough for a snapshot and the records that go with it; more is kept than is needed, or it would have to grow with every commit. */
  const reserveNeeded = (): number => Math.round(segmentBytes / 2 + 1.25 * snapshotBytes());
  const reserveTarget = (): number => Math.round(1.5 * reserveNeeded());
  const isReserved = (): boolean => reserveIsShort || log.reserve.bytes() >= reserveNeeded();
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
      if (victims.length === 0) {
        notBefore = sum("end") + segmentBytes;
        break;
      }
      await compact(victims);
    }
    if (!stopped && isLong()) await compact([]);
    while (!stopped && !isReserved()) {
      growReserve(reserveSlice);
      await breathe();
    }
  }

  /** Segments of which half or more is of no use, those with the least to move first. */
  function useless(last: number): readonly Segment[] {
    let budget = Math.max(segmentBytes, 4 * snapshotBytes());
    return [...log.segments.values()]
      .filter((segment) => segment.number <= last && segment.live <= segment.end / 2 && !damaged.has(segment))
      .toSorted((a, b) => a.live - b.live)
      .filter(({ live }, index) => (budget -= live) >= 0 || index === 0);
  }

  /** Moves what is live out of these segments, writes down all that is known, and drops them. */
  async function compact(victims: readonly Segment[]): Promise<void> {
    if (isFull() || victims.includes(log.newest())) await log.rotate();
    if (victims.some(({ live }) => live > 0) && !(await moveOut(site, new Set(victims)))) return;
    const from = log.position();
    if (!(await writeSnapshot(site))) return;
    nodeBytes = Math.max(32, (log.position().offset - from.offset) / Math.max(1, nodes));
    for (const victim of victims) if (victim.live > 0) damaged.add(victim);
    await log.advance(
      from,
      victims.filter(({ live }) => live === 0),
    );
    reserveIsShort = false;
  }

  /** The disk is full. The reserve is enough for the snapshot after which what is free in the segments can be used. */
  async function squeeze(bytes: number): Promise<void> {
    await log.reserve.spend();
    const last = log.newest();
    const wanted = sum("end") - bytes - reserveTarget();
    if (last.end > segmentHeaderBytes) await log.rotate();
    await compact([...log.segments.values()].filter((segment) => segment !== log.newest() && segment.live === 0));
    if (!last.dropped) await log.refresh(last);
    for (const segment of sealed()) {
      if (sum("end") > wanted && !stopped) await fold(site, segment);
    }
    stuck = Math.max(0, garbage());
    reserveIsShort = false;
    while (!isReserved()) growReserve(reserveSlice);
  }

  /** Those that are not replayed, the most useless first. */
  function sealed(): readonly Segment[] {
    const before = [...log.segments.values()].filter(({ number }) => number < log.replayFrom().segment);
    return before.toSorted((a, b) => b.end - b.live - (a.end - a.live));
  }

  function growReserve(bytes: number): void {
    reserveIsShort = !log.reserve.grow(reserveTarget(), bytes);
  }

  growReserve(Infinity);
  return {
    consider,
    run: () => start(tidy),
    free: (bytes) => start(() => squeeze(bytes)),
    couldFree: (bytes) => garbage() - stuck >= bytes,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
