import { recordTypes, segmentHeaderBytes } from "./format.ts";
import type { Segment } from "./log.ts";
import { packMoved } from "./nodes.ts";
import { storedAt } from "./store.ts";
import { isNewest, readableBytes, sliceBytes, type Held, type Site } from "./work.ts";

/**
 * Makes a segment shorter without room elsewhere: contents from its end move into what is free before them. Only for a segment that is not
 * replayed, since what is free in it is written over.
 */
export async function fold(site: Site, old: Segment): Promise<void> {
  const { log, store, goOn } = site;
  // What older versions had in it is lost from now on, and they must not read what is written there instead.
  const segment = log.renew(old);
  const helds = [...store.places.all()].filter(({ content }) => content.segment === old);
  for (const { content } of helds) content.segment = segment;
  store.clear();
  const moves = movesWithin(helds, segment.end);
  for (let next = 0; next < moves.length;) {
    const slice = sliceOf(moves, next);
    next += slice.length;
    moveWithin(site, segment, slice);
    if (!(await goOn())) return;
  }
  log.shorten(segment, endOf(site, segment));
  await log.refresh(segment);
}

/** Contents, and where in their own segment they are to go. */
interface Move {
  readonly held: Held;
  readonly offset: number;
}

function moveWithin({ log, store }: Site, segment: Segment, moves: readonly Move[]): void {
  const moved = moves.flatMap(({ held, offset }) => {
    const bytes = isNewest(store, held) ? readableBytes(store, held.content) : undefined;
    if (!bytes) return [];
    const stored = { ...storedAt(held.content), offset };
    log.overwrite(stored, 0, bytes);
    return [{ held, stored }];
  });
  if (moved.length === 0) return;
  segment.file.flush();
  const told = moved.map(({ held: { id, version }, stored }) => ({ id, version: Number(version), stored }));
  log.append(true, (draft) => draft.record(recordTypes.moved, packMoved(told)));
  for (const { held, stored } of moved) store.move(held.content, segment, stored.offset);
}

/** Where the last live contents end. */
function endOf({ store }: Site, segment: Segment): number {
  const places = [...store.places.all()].map(({ content }) => content).filter((place) => place.segment === segment);
  return places.reduce((end, { offset, size }) => Math.max(end, offset + size), segmentHeaderBytes);
}

/** Contents from the end into the gaps before them, each into the first it fits into. Nothing is written over that is in use. */
function movesWithin(helds: readonly Held[], end: number): readonly Move[] {
  const sorted = helds.toSorted((a, b) => a.content.offset - b.content.offset);
  const gaps = gapsBetween(sorted, end);
  const moves: Move[] = [];
  for (const held of sorted.toReversed()) {
    const { offset, size } = held.content;
    const gap = gaps.find((candidate) => candidate.start + size <= candidate.end);
    if (!gap || gap.start > offset) continue;
    moves.push({ held, offset: gap.start });
    gap.start += size;
  }
  return moves;
}

interface Gap {
  start: number;
  readonly end: number;
}

function gapsBetween(sorted: readonly Held[], end: number): Gap[] {
  const gaps: Gap[] = [];
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
