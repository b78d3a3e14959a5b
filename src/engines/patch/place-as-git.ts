import type { PatchFault } from "../../core/errors.ts";
import { mismatch } from "./diagnose.ts";
import { conflict } from "./faults.ts";
import { kindAt, lineAt, withLast } from "./hunk-lines.ts";
import type { Hunk } from "./hunks.ts";
import type { LineIndex } from "./line-index.ts";
import { endingOf, type Lines } from "./lines.ts";
import { endsFile, matchAt, oldSide, type Placed, type Wanted } from "./match.ts";

/**
 * The places that git apply chooses: hunks in the order of the text, each where it matches nearest to the stated new line of the file as the
 * hunks before it left it, forward before backward, and never on lines that a hunk wrote or looked at. A hunk from line 0 or 1 begins the file,
 * one without context after its changes ends it. Stricter where git loses or glues lines: an insertion needs the end of the file as its stated
 * place, and a line without a newline the file's last.
 */
export function placeAsGit(path: string, hunks: readonly Hunk[], file: Lines, index: () => LineIndex): Placed[] | PatchFault[] {
  const image = new Image(file);
  const faults: PatchFault[] = [];
  for (const hunk of hunks) {
    const wanted: Wanted = { exact: hunk };
    const inserts = hunk.oldLines === 0;
    const placed = inserts ? insertion(hunk, image) : (nearest(wanted, image, index) ?? nearest(takingNewline(wanted), image, index));
    if (placed !== undefined) image.add(placed);
    else faults.push(inserts ? conflict("insertion_without_context", path, hunk) : mismatch(path, wanted, file, index()));
  }
  return faults.length > 0 ? faults : image.placed;
}

function insertion(hunk: Hunk, image: Image): Placed | undefined {
  const { file } = image;
  const unended = file.count > 0 && endingOf(file, file.count - 1) === "";
  if (hunk.oldStart !== file.count || unended || (beginsFile(hunk) && image.shown(file.count) > 0)) return undefined;
  return { hunk, at: file.count, length: 0, exact: true };
}

/** What git makes of a marker with which the text ends: the line of context loses its newline. */
function takingNewline(wanted: Wanted): Wanted | undefined {
  const hunk = wanted.exact;
  const last = lineAt(hunk.lines, hunk.lines.count - 1);
  if (hunk.endsUnended !== true || last.kind !== "context") return undefined;
  const lines = withLast(hunk.lines, { ...last, kind: "delete", ending: "\n" }, { ...last, kind: "add" });
  return { exact: { ...hunk, lines } };
}

function nearest(wanted: Wanted | undefined, image: Image, index: () => LineIndex): Placed | undefined {
  if (wanted === undefined) return undefined;
  const hunk = wanted.exact;
  const stated = Math.max(hunk.newStart - 1, 0);
  const there = placeIn(image, wanted, image.lineAt(stated));
  if (there !== undefined) return there;
  let best: Placed | undefined;
  index().visitRuns(oldSide(hunk), (at) => {
    const placed = placeIn(image, wanted, at);
    if (placed !== undefined && (best === undefined || isNearer(image.shown(at), image.shown(best.at), stated))) best = placed;
    return true;
  });
  return best;
}

/** Ahead before behind, where both are as far. */
function isNearer(line: number, best: number, stated: number): boolean {
  const distance = Math.abs(line - stated) - Math.abs(best - stated);
  return distance < 0 || (distance === 0 && line > best);
}

function placeIn(image: Image, wanted: Wanted, at: number): Placed | undefined {
  const hunk = wanted.exact;
  const end = at + hunk.oldLines;
  if (beginsFile(hunk) && image.shown(at) !== 0) return undefined;
  if (endsWithChange(hunk) && end !== image.end) return undefined;
  if (endsFile(hunk) && end !== image.end) return undefined;
  return image.isFree(at, hunk.oldLines) ? matchAt(wanted, image.file, at) : undefined;
}

function beginsFile(hunk: Hunk): boolean {
  return hunk.oldStart <= 1;
}

function endsWithChange(hunk: Hunk): boolean {
  return kindAt(hunk.lines, hunk.lines.count - 1) !== "context";
}

/** The file with some hunks applied: which of its lines are still untouched, and where they stand now. */
class Image {
  readonly file: Lines;
  /** In the order of the file. */
  readonly placed: Placed[] = [];
  /** By how many lines everything after each placed hunk has moved. */
  private readonly shifts: number[] = [];

  constructor(file: Lines) {
    this.file = file;
  }

  /** The untouched end of the file: further up where a hunk took its last lines away. */
  get end(): number {
    const last = this.placed.at(-1);
    return last !== undefined && last.length > 0 && last.hunk.newLines === 0 && last.at + last.length === this.file.count
      ? last.at
      : this.file.count;
  }

  add(placed: Placed): void {
    const at = this.after(placed.at);
    this.placed.splice(at, 0, placed);
    this.shifts.splice(at, 0, 0);
    for (let i = at; i < this.placed.length; i++) {
      const { hunk } = this.placed[i] as Placed;
      this.shifts[i] = (this.shifts[i - 1] ?? 0) + hunk.newLines - hunk.oldLines;
    }
  }

  /** Where an untouched line stands now, 0-based. */
  shown(line: number): number {
    return line + (this.shifts[this.after(line) - 1] ?? 0);
  }

  /** The untouched line that stands at a 0-based line now; -1 when that one was written or looked at. */
  lineAt(shown: number): number {
    let low = 0;
    let high = this.placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.placed[middle] as Placed).at + (this.shifts[middle - 1] ?? 0) <= shown) low = middle + 1;
      else high = middle;
    }
    const line = shown - (this.shifts[low - 1] ?? 0);
    const before = this.placed[low - 1];
    return before !== undefined && line < before.at + before.length ? -1 : line;
  }

  isFree(at: number, length: number): boolean {
    const next = this.after(at);
    const before = this.placed[next - 1];
    if (before !== undefined && before.at + before.length > at) return false;
    return (this.placed[next]?.at ?? Infinity) >= at + length;
  }

  /** How many placed hunks begin at the line or before it. */
  private after(line: number): number {
    let low = 0;
    let high = this.placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.placed[middle] as Placed).at <= line) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
