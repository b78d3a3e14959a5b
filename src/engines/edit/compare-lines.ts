import type { NearestLines } from "../../core/errors.ts";
import { alignLines } from "./align-lines.ts";
import { shownLine } from "./excerpt.ts";

/** So many lines around a place are looked at too, where lines that came in or went have moved the rest. */
const slack = 8;
const mostShown = 12;

/**
 * How the lines of an old text differ from those of the file that stand around `offset`, the 0-based line at which it should begin. Undefined
 * where the text has too many lines to say.
 */
export function compareLines(file: readonly string[], old: readonly string[], offset: number): NearestLines | undefined {
  const narrow = compareWithin(file, old, { offset, slack: 0 });
  const wide = compareWithin(file, old, { offset, slack });
  return narrow && wide && wide.equal > narrow.equal ? wide : narrow;
}

interface Place {
  readonly offset: number;
  readonly slack: number;
}

function compareWithin(file: readonly string[], old: readonly string[], { offset, slack: extra }: Place): NearestLines | undefined {
  const place = Math.max(0, offset);
  const start = Math.max(0, place - extra);
  const around = file.slice(start, offset + old.length + extra);
  const origins = alignLines(around, old);
  if (!origins) return undefined;
  const steps = trimmed(stepsOf(origins, around.length), place - start);
  const inFile = steps.flatMap(({ line }) => (line === undefined ? [] : [line]));
  const first = steps.findIndex(differs);
  if (first < 0 || inFile.length === 0) return undefined;
  const firstLine = start + (inFile[0] as number) + 1;
  return {
    first: firstLine,
    last: start + (inFile.at(-1) as number) + 1,
    equal: steps.filter((step) => !differs(step)).length,
    of: old.length,
    differs: { old: countBefore(steps, first, "old") + 1, line: firstLine + countBefore(steps, first, "line") },
    diff: shown(steps.slice(Math.max(0, first - 1)).map((step) => shownStep(step, around, old))),
  };
}

/** One line of a comparison, by its 0-based number in the old text, in the lines around the place, or in both. */
interface Step {
  readonly old?: number;
  readonly line?: number;
}

function differs(step: Step): boolean {
  return step.old === undefined || step.line === undefined;
}

/** Lines of the old text before those of the file where both have their own. */
function stepsOf(origins: Int32Array, lines: number): Step[] {
  const steps: Step[] = [];
  let next = 0;
  let pending: Step[] = [];
  const catchUp = (line: number): void => {
    steps.push(...pending);
    pending = [];
    for (; next < line; next++) steps.push({ line: next });
  };
  for (const [old, line] of origins.entries()) {
    if (line < 0) pending.push({ old });
    else {
      catchUp(line);
      steps.push({ old, line });
      next = line + 1;
    }
  }
  catchUp(lines);
  return steps;
}

/** Without the file's lines at both ends that stand for none of the old text; `place` is where it should begin, if no line is common. */
function trimmed(steps: readonly Step[], place: number): Step[] {
  const first = steps.findIndex((step) => !differs(step));
  const last = steps.findLastIndex((step) => !differs(step));
  if (first < 0) return withPartners(steps, (ours) => [place, place + ours]);
  const before = withPartners(steps.slice(0, first), (ours, theirs) => [Math.max(0, theirs - ours), theirs]);
  return [...before, ...steps.slice(first, last + 1), ...withPartners(steps.slice(last + 1), (ours) => [0, ours])];
}

/** The old text's lines, and as many of the file's: those that `range` picks, given how many there are of each. */
function withPartners(steps: readonly Step[], range: (ours: number, theirs: number) => readonly [number, number]): Step[] {
  const ours = steps.filter(({ line }) => line === undefined);
  const theirs = steps.filter(({ line }) => line !== undefined);
  return [...ours, ...theirs.slice(...range(ours.length, theirs.length))];
}

function countBefore(steps: readonly Step[], end: number, side: "old" | "line"): number {
  return steps.slice(0, end).filter((step) => step[side] !== undefined).length;
}

function shownStep({ old: ours, line }: Step, around: readonly string[], old: readonly string[]): string {
  if (line === undefined) return `-${shownLine(old[ours as number] as string)}`;
  return `${ours === undefined ? "+" : " "}${shownLine(around[line] as string)}`;
}

function shown(lines: readonly string[]): readonly string[] {
  return lines.length <= mostShown ? lines : [...lines.slice(0, mostShown - 1), "…"];
}
