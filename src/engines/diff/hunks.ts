import { changesBetween } from "./changes.ts";
import type { Change } from "./changes.ts";
import { differingPart } from "./differing-part.ts";

/** The hunks that turn one text into the other, with `context` unchanged lines around each change; "" for equal texts. */
export function formatHunks(before: string, after: string, context: number): string {
  const { lead, removed, added, tail, firstLine } = differingPart(before, after, context);
  const lines = [...lead, ...removed, ...tail];
  const changes = changesBetween(removed, added, lead.length);
  let shift = 0;
  const texts: string[] = [];
  for (const hunk of hunksOf(changes, lines.length, context)) {
    texts.push(formatHunk(hunk, lines, { before: firstLine + hunk.start, after: firstLine + hunk.start + shift }));
    shift += growthOf(hunk);
  }
  return texts.join("");
}

/** Changes shown together with the lines around them: [start, end) of the old lines. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly changes: readonly Change[];
}

/** Changes whose context would touch or overlap share a hunk. */
function hunksOf(changes: readonly Change[], lineCount: number, context: number): Hunk[] {
  const hunks: Hunk[] = [];
  for (const change of changes) {
    const start = Math.max(0, change.start - context);
    const end = Math.min(lineCount, change.end + context);
    const last = hunks.at(-1);
    if (last && start <= last.end) hunks[hunks.length - 1] = { start: last.start, end, changes: [...last.changes, change] };
    else hunks.push({ start, end, changes: [change] });
  }
  return hunks;
}

function growthOf({ changes }: Hunk): number {
  return changes.reduce((growth, { start, end, added }) => growth + added.length - (end - start), 0);
}

/** `at`: the 1-based lines at which the hunk begins in the old text and in the new. */
function formatHunk(hunk: Hunk, lines: readonly string[], at: { readonly before: number; readonly after: number }): string {
  const length = hunk.end - hunk.start;
  const body: string[] = [];
  let done = hunk.start;
  for (const { start, end, added } of hunk.changes) {
    body.push(signed(" ", lines.slice(done, start)), signed("-", lines.slice(start, end)), signed("+", added));
    done = end;
  }
  body.push(signed(" ", lines.slice(done, hunk.end)));
  return `@@ -${range(at.before, length)} +${range(at.after, length + growthOf(hunk))} @@\n${body.join("")}`;
}

function signed(sign: " " | "-" | "+", lines: readonly string[]): string {
  return lines.map((line) => (line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`)).join("");
}

/** First line and number of lines. An empty range names the line before it, and a count of one is left out. */
function range(first: number, count: number): string {
  if (count === 0) return `${first - 1},0`;
  return count === 1 ? String(first) : `${first},${count}`;
}
