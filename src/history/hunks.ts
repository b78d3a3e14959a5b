import { changesBetween } from "../engines/diff/changes.ts";
import { differingPart } from "../engines/diff/differing-part.ts";

/** Lines that give way to others. The hunks of a list stand in order, and between two of them is at least one line that stays. */
export interface Hunk {
  /** 0-based line, of the text before. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What makes the one text into the other. Lines have their ends. */
export function hunksBetween(before: string, after: string): readonly Hunk[] {
  const part = differingPart(before, after, 0);
  const first = part.firstLine - 1;
  return changesBetween(part.removed, part.added, first).map(({ start, end, added }) => ({
    start,
    removed: part.removed.slice(start - first, end - first),
    added,
  }));
}

/** The text after the hunks. */
export function applyHunks(lines: readonly string[], hunks: readonly Hunk[]): readonly string[] {
  const parts: (readonly string[])[] = [];
  let done = 0;
  for (const { start, removed, added } of hunks) {
    parts.push(lines.slice(done, start), added);
    done = start + removed.length;
  }
  return [...parts, lines.slice(done)].flat();
}

/** The way back. */
export function inverse(hunks: readonly Hunk[]): readonly Hunk[] {
  let shift = 0;
  return hunks.map(({ start, removed, added }) => {
    const inverted = { start: start + shift, removed: added, added: removed };
    shift += added.length - removed.length;
    return inverted;
  });
}

/**
 * `ours`, which start from where `theirs` do, as hunks of what `theirs` make of it; undefined where one of ours and one of theirs overlap or
 * touch. So both are merged: whoever is first, the text in the end is the same.
 */
export function carryOver(theirs: readonly Hunk[], ours: readonly Hunk[]): readonly Hunk[] | undefined {
  const carried: Hunk[] = [];
  let [next, shift] = [0, 0];
  for (const hunk of ours) {
    for (let other = theirs[next]; other && endOf(other) < hunk.start; other = theirs[++next]) shift += growthOf(other);
    const other = theirs[next];
    if (other && other.start <= endOf(hunk)) return undefined;
    carried.push({ ...hunk, start: hunk.start + shift });
  }
  return carried;
}

/** The first hunks and then the others, as hunks of the first text. What both come to nothing with is left out. */
export function compose(first: readonly Hunk[], second: readonly Hunk[]): readonly Hunk[] {
  const composed: Hunk[] = [];
  let shift = 0;
  for (const cluster of clustersOf(inverse(first), second)) {
    const middle = middleOf(cluster);
    const removed = replaced(middle, cluster.start, cluster.back);
    const hunk = trimmed({ start: cluster.start - shift, removed, added: replaced(middle, cluster.start, cluster.forth) });
    if (hunk.removed.length + hunk.added.length > 0) composed.push(hunk);
    shift += middle.length - removed.length;
  }
  return composed;
}

function endOf({ start, removed }: Hunk): number {
  return start + removed.length;
}

function growthOf({ removed, added }: Hunk): number {
  return added.length - removed.length;
}

/** Hunks of the text in the middle that overlap or touch: back to the first text, and forth to the last. */
interface Cluster {
  readonly start: number;
  end: number;
  readonly back: Hunk[];
  readonly forth: Hunk[];
}

function clustersOf(back: readonly Hunk[], forth: readonly Hunk[]): readonly Cluster[] {
  const all = [...back.map((hunk) => ({ hunk, way: "back" }) as const), ...forth.map((hunk) => ({ hunk, way: "forth" }) as const)];
  const clusters: Cluster[] = [];
  for (const { hunk, way } of all.sort((a, b) => a.hunk.start - b.hunk.start || endOf(a.hunk) - endOf(b.hunk))) {
    let last = clusters.at(-1);
    if (!last || last.end < hunk.start) clusters.push((last = { start: hunk.start, end: hunk.start, back: [], forth: [] }));
    last.end = Math.max(last.end, endOf(hunk));
    last[way].push(hunk);
  }
  return clusters;
}

/** The lines that the cluster covers; each is in one of its hunks at least. */
function middleOf({ start, end, back, forth }: Cluster): readonly string[] {
  const lines = Array.from({ length: end - start }, () => "");
  for (const hunk of [...back, ...forth]) hunk.removed.forEach((line, index) => (lines[hunk.start - start + index] = line));
  return lines;
}

function replaced(lines: readonly string[], start: number, hunks: readonly Hunk[]): readonly string[] {
  return applyHunks(
    lines,
    hunks.map((hunk) => ({ ...hunk, start: hunk.start - start })),
  );
}

/** Without the lines at both ends that stay as they are. */
function trimmed({ start, removed, added }: Hunk): Hunk {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  return { start: start + head, removed: removed.slice(head, removed.length - tail), added: added.slice(head, added.length - tail) };
}
