/** A line of a unified diff with its 1-based numbers on both sides. */
export interface DiffLine {
  readonly kind: "added" | "removed" | "same" | "hunk" | "note";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

/** One file's part of a unified diff in git's format. */
export interface DiffFile {
  readonly path: string;
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
}

/** The files of a diff that `unifiedDiff` wrote, ready to be shown. */
export function diffFilesOf(text: string): readonly DiffFile[] {
  return text
    .split(/^(?=diff --git )/m)
    .filter((part) => part !== "")
    .map(fileOf);
}

function fileOf(part: string): DiffFile {
  const all = part.replace(/\n$/, "").split("\n");
  const begin = all.findIndex((line) => line.startsWith("@@ ") || line.startsWith("Binary files "));
  const header = begin < 0 ? all : all.slice(0, begin);
  const lines = begin < 0 ? [] : numbered(all.slice(begin));
  const count = (kind: DiffLine["kind"]): number => lines.filter((line) => line.kind === kind).length;
  const from = rest(header, "rename from ");
  const path =
    rest(header, "rename to ") ?? sideOf(header, "+++ ", "b/") ?? sideOf(header, "--- ", "a/") ?? (header[0] ?? "").replace(/.* b\//, "");
  return { path, ...(from !== undefined && { from }), added: count("added"), removed: count("removed"), lines };
}

/** What follows `prefix` in the line that begins with it. */
function rest(header: readonly string[], prefix: string): string | undefined {
  return header.find((line) => line.startsWith(prefix))?.slice(prefix.length);
}

/** Undefined for /dev/null. */
function sideOf(header: readonly string[], prefix: string, side: string): string | undefined {
  const name = rest(header, prefix)?.replace(/\t$/, "");
  return name?.startsWith(side) ? name.slice(side.length) : undefined;
}

function numbered(lines: readonly string[]): readonly DiffLine[] {
  let [before, after] = [0, 0];
  return lines.map((line): DiffLine => {
    const [sign, text] = [line[0], line.slice(1)];
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      return { kind: "hunk", text: line };
    }
    if (sign === "+") return { kind: "added", text, after: after++ };
    if (sign === "-") return { kind: "removed", text, before: before++ };
    if (sign === " ") return { kind: "same", text, before: before++, after: after++ };
    return { kind: "note", text: line };
  });
}
