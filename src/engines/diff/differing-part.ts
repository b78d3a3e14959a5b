/** The lines of two texts from a few before their first difference to a few after their last, with their line ends. */
export interface DifferingPart {
  /** Unchanged lines before and after, the same in both texts. */
  readonly lead: readonly string[];
  readonly tail: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** 1-based line at which the part begins, in both texts. */
  readonly firstLine: number;
}

/** Leaves out what is equal at both ends but `context` lines: most changes of a large file are small. */
export function differingPart(before: string, after: string, context: number): DifferingPart {
  const start = commonStart(before, after);
  const common = commonEnd(before, after, start);
  const leadStart = linesBack(before, start, context);
  const tailStart = before.length - common;
  return {
    lead: linesOf(before.slice(leadStart, start)),
    removed: linesOf(before.slice(start, tailStart)),
    added: linesOf(after.slice(start, after.length - common)),
    tail: linesOf(before.slice(tailStart, linesOn(before, tailStart, context))),
    firstLine: countNewlines(before, leadStart) + 1,
  };
}

/** Length of the whole lines that both texts begin with. */
function commonStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before.charCodeAt(length) === after.charCodeAt(length)) length++;
  return length === 0 ? 0 : before.lastIndexOf("\n", length - 1) + 1;
}

/** Length of the whole lines that both texts end with, behind their first `start` units. */
function commonEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let length = 0;
  while (length < most && before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length)) length++;
  const newline = before.indexOf("\n", before.length - length);
  return newline < 0 ? 0 : before.length - newline - 1;
}

/** Where the line begins that is `count` lines before the one that begins at `offset`, or the first. */
function linesBack(text: string, offset: number, count: number): number {
  let start = offset;
  for (let i = 0; i < count && start > 0; i++) start = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  return start;
}

/** Where the line ends that is `count` lines on from `offset`, or the last. */
function linesOn(text: string, offset: number, count: number): number {
  let end = offset;
  for (let i = 0; i < count && end < text.length; i++) end = endOfLine(text, end);
  return end;
}

function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline < 0 ? text.length : newline + 1;
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
