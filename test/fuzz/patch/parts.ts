/** A patch of git as its parts, for changing them one by one. One character for each byte. */
export interface Part {
  /** From `diff --git` to the line before the first hunk. */
  readonly head: readonly string[];
  readonly hunks: readonly HunkPart[];
}

export interface HunkPart {
  readonly old: Range;
  readonly next: Range;
  /** What follows the second `@@`. */
  readonly heading: string;
  /** With their signs; markers among them. */
  readonly body: readonly string[];
}

export interface Range {
  readonly start: number;
  readonly lines: number;
}

export function partsOf(patch: string): readonly Part[] {
  const lines = patch.split("\n").slice(0, -1);
  const parts: Part[] = [];
  for (let at = 0; at < lines.length;) {
    const head: string[] = [];
    do head.push(lines[at++] as string);
    while (at < lines.length && !/^(@@ |diff --git )/.test(lines[at] as string));
    const hunks: HunkPart[] = [];
    while (lines[at]?.startsWith("@@ ")) {
      const hunk = hunkAt(lines, at);
      hunks.push(hunk);
      at += hunk.body.length + 1;
    }
    parts.push({ head, hunks });
  }
  return parts;
}

function hunkAt(lines: readonly string[], first: number): HunkPart {
  const [, oldStart, oldLines = "1", nextStart, nextLines = "1", heading = ""] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/s.exec(lines[first] as string) ?? [];
  let at = first;
  const old = { start: Number(oldStart), lines: Number(oldLines) };
  const next = { start: Number(nextStart), lines: Number(nextLines) };
  const body: string[] = [];
  for (let left = [old.lines, next.lines] as const; left[0] > 0 || left[1] > 0 || lines[at + 1]?.startsWith("\\");) {
    const line = lines[++at] as string;
    body.push(line);
    if (line.startsWith("\\")) continue;
    left = [left[0] - (line.startsWith("+") ? 0 : 1), left[1] - (line.startsWith("-") ? 0 : 1)];
  }
  return { old, next, heading, body };
}

export function textOf(parts: readonly Part[], header: (hunk: HunkPart) => string = headerOf): string {
  const lines = parts.flatMap(({ head, hunks }) => [...head, ...hunks.flatMap((hunk) => [header(hunk), ...hunk.body])]);
  return lines.map((line) => `${line}\n`).join("");
}

export function headerOf({ old, next, heading }: HunkPart): string {
  return `@@ -${rangeText(old)} +${rangeText(next)} @@${heading}`;
}

function rangeText({ start, lines }: Range): string {
  return lines === 1 ? `${start}` : `${start},${lines}`;
}

/** The patch with each hunk made anew. */
export function withHunks(parts: readonly Part[], change: (hunk: HunkPart, part: Part) => HunkPart): readonly Part[] {
  return parts.map((part) => ({ ...part, hunks: part.hunks.map((hunk) => change(hunk, part)) }));
}

/** The two paths of a part as its headers write them; undefined: `/dev/null`, or no names at all. */
export function namesOf({ head }: Part): { readonly old: string | undefined; readonly next: string | undefined } {
  return { old: nameAfter("--- ", head), next: nameAfter("+++ ", head) };
}

function nameAfter(sign: string, head: readonly string[]): string | undefined {
  const written = head.find((line) => line.startsWith(sign))?.slice(sign.length);
  if (written === undefined || written === "/dev/null") return undefined;
  return unquoted(written).slice(2);
}

function unquoted(written: string): string {
  const name = written.replace(/\t$/, "");
  if (!name.startsWith('"')) return name;
  return name.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_, escape: string) => {
    return escape.length === 3 ? String.fromCharCode(Number.parseInt(escape, 8)) : escape;
  });
}
