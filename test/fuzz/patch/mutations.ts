import { headerOf, type HunkPart, namesOf, type Part, type Range, textOf, withHunks } from "./parts.ts";
import type { Random } from "./random.ts";
import type { Entry, Tree } from "./trees.ts";

/** What a mutation starts from: two trees, and what git says of them. */
export interface Base {
  readonly before: Tree;
  readonly after: Tree;
  readonly parts: readonly Part[];
  /** The patch with 0, 1 and 2 lines of context. */
  readonly narrow: readonly [string, string, string];
  /** The patch that leads back. */
  readonly reversed: string;
  readonly random: Random;
}

export interface FuzzCase {
  readonly tree: Tree;
  readonly patch: string;
  /** What its author meant; absent: no tree at all. */
  readonly intent?: Tree;
}

/** A case, or undefined where the base has nothing for the mutation to change, or where what was meant can no longer be seen. */
export type Mutation = (base: Base) => FuzzCase | undefined;

/** One way in which patches come out that models write. */
export const mutations: Readonly<Record<string, Mutation>> = {
  identity: (base) => meant(base, textOf(base.parts)),
  reversed: ({ before, after, reversed }) => ({ tree: after, patch: reversed, intent: before }),
  "shift-all-numbers": (base) => renumbered(base, shifting(3 + base.random.below(40))),
  "shift-each-number": (base) => renumbered(base, (range) => shifting(base.random.below(4))(range)),
  "all-numbers-1": (base) => renumbered(base, ({ start, lines }) => ({ start: Math.min(start, 1), lines })),
  "wrong-count-plus": (base) => counted(base, 1),
  "wrong-count-minus": (base) => counted(base, -1),
  "no-counts": (base) => withHeaders(base, ({ old, next, heading }) => `@@ -${old.start} +${next.start} @@${heading}`),
  "bare-hunk-header": (base) => withHeaders(base, ({ heading }) => `@@ @@${heading}`),
  "dots-hunk-header": (base) => withHeaders(base, () => "@@ ... @@"),
  "drop-first-context-no-recount": (base) => rewritten(base, dropFirstContext),
  "context-0": (base) => meant(base, base.narrow[0]),
  "context-1": (base) => meant(base, base.narrow[1]),
  "context-2-drift": (base) => drifted(base, base.narrow[2]),
  "file-drift-top": (base) => drifted(base, textOf(base.parts)),
  "file-doubled": doubled,
  "patch-crlf-all": (base) => plainTextOnly(base, meant(base, crlf(textOf(base.parts)))),
  "patch-crlf-body": (base) => plainTextOnly(base, rewritten(base, withCarriageReturns)),
  "file-crlf": (base) => plainTextOnly(base, inChanged(base, crlf)),
  "file-and-patch-crlf": (base) => plainTextOnly(base, inChanged(base, crlf, withCarriageReturns)),
  "strip-trailing-ws": (base) => seenInOld(base, (line) => line.replace(/[ \t\r]+$/, "")),
  "blank-context-stripped": (base) => rewritten(base, (body) => body.map((line) => (line === " " ? "" : line))),
  "truncated-byte": (base) => cut(base, textOf(base.parts)),
  "truncated-line": (base) => firstLines(base),
  "no-final-newline": (base) => meant(base, textOf(base.parts).slice(0, -1)),
  "extra-final-newlines": (base) => meant(base, `${textOf(base.parts)}\n\n`),
  "no-diff-git-line": (base) => traditional(base, (line) => line.startsWith("diff --git ")),
  "plain-unified": (base) => traditional(base, (line) => !/^(---|\+\+\+) /.test(line)),
  "no-prefix": (base) => meant(base, textOf(base.parts.map((part) => ({ ...part, head: part.head.map(withoutPrefixes) })))),
  timestamps: (base) => meant(base, textOf(base.parts.map((part) => ({ ...part, head: part.head.map(withTime) })))),
  v4a: envelope,
  "markdown-fence": (base) => meant(base, `\`\`\`diff\n${textOf(base.parts)}\`\`\`\n`),
  "prose-around": (base) => meant(base, `Here is the patch:\n\n${textOf(base.parts)}\nThat is all.\n`),
  "indented-2": (base) => meant(base, textOf(base.parts).replace(/^(?=.)/gm, "  ")),
  "html-escaped": (base) => seenInOld(base, (line) => line.replaceAll('"', "&quot;").replaceAll("'", "&#39;")),
  "context-char-changed": (base) => spoiled(base, " "),
  "deleted-line-changed": (base) => spoiled(base, "-"),
  "context-line-missing": contextLineMissing,
  "leading-space-lost": (base) => seenInOld(base, (line, sign) => (sign === " " ? line.slice(1) : line)),
  "tabs-to-spaces": (base) => withoutIntent(seenInOld(base, (line) => line.replaceAll("\t", "    "))),
  "smart-quotes": (base) => seenInOld(base, (line) => line.replace(/['"]/g, "\xe2\x80\x99")),
  "already-applied": (base) => (onlyModes(base) ? undefined : { tree: base.after, patch: textOf(base.parts) }),
  "patch-twice": (base) => meant(base, textOf([...base.parts, ...base.parts])),
  "duplicate-hunk": (base) =>
    meant(base, textOf(base.parts.map((part) => ({ ...part, hunks: part.hunks.flatMap((hunk) => [hunk, hunk]) })))),
  "hunks-reversed": (base) => meant(base, textOf(base.parts.map((part) => ({ ...part, hunks: part.hunks.toReversed() })))),
  "no-newline-marker-dropped": markerDropped,
  "no-newline-marker-added": markerAdded,
  "empty-lines-between-hunks": (base) => withHeaders(base, (hunk) => `\n${headerOf(hunk)}`, true),
  "mode-line-changed": (base) => meant(base, textOf(base.parts.map(({ head, hunks }) => ({ hunks, head: head.map(otherMode) })))),
  "path-escapes": (base) => ({ tree: base.before, patch: textOf(base.parts.map((part) => ({ ...part, head: part.head.map(escaping) }))) }),
};

function meant({ before, after }: Base, patch: string): FuzzCase {
  return { tree: before, patch, intent: after };
}

function withoutIntent(one: FuzzCase | undefined): FuzzCase | undefined {
  return one && { tree: one.tree, patch: one.patch };
}

/** A mode can be set twice. */
function onlyModes({ parts }: Base): boolean {
  return parts.every(({ head, hunks }) => hunks.length === 0 && head.some((line) => line.startsWith("new mode ")));
}

function hasHunks({ parts }: Base): boolean {
  return parts.some(({ hunks }) => hunks.length > 0);
}

/** Only hunks that change a file say where they are; a whole file has nowhere else to be. */
function changes({ old, next }: HunkPart): boolean {
  return old.lines > 0 && next.lines > 0;
}

function shifting(by: number): (range: Range) => Range {
  return ({ start, lines }) => ({ start: start + by, lines });
}

function renumbered(base: Base, number: (range: Range) => Range): FuzzCase | undefined {
  if (!base.parts.some(({ hunks }) => hunks.some(changes))) return undefined;
  const parts = withHunks(base.parts, (hunk) => (changes(hunk) ? { ...hunk, old: number(hunk.old), next: number(hunk.next) } : hunk));
  return meant(base, textOf(parts));
}

function counted(base: Base, by: number): FuzzCase | undefined {
  if (!hasHunks(base)) return undefined;
  const more = ({ start, lines }: Range): Range => ({ start, lines: lines === 0 ? 0 : lines + by });
  return meant(base, textOf(withHunks(base.parts, (hunk) => ({ ...hunk, old: more(hunk.old), next: more(hunk.next) }))));
}

function withHeaders(base: Base, header: (hunk: HunkPart) => string, several = false): FuzzCase | undefined {
  const fits = base.parts.some(({ hunks }) => hunks.length > (several ? 1 : 0));
  return fits ? meant(base, textOf(base.parts, header)) : undefined;
}

function rewritten(base: Base, change: (body: readonly string[]) => readonly string[]): FuzzCase | undefined {
  return hasHunks(base) ? meant(base, textOf(withHunks(base.parts, (hunk) => ({ ...hunk, body: change(hunk.body) })))) : undefined;
}

function dropFirstContext(body: readonly string[]): readonly string[] {
  return body[0]?.startsWith(" ") && body.length > 2 ? body.slice(1) : body;
}

/** Lines at the top of every file that keeps its place and is changed. */
function drifted(base: Base, patch: string): FuzzCase | undefined {
  const top = Array.from({ length: 1 + base.random.below(9) }, (_, i) => `added above ${i}\n`).join("");
  const one = inChanged(base, (text) => top + text);
  return one && { ...one, patch };
}

function doubled(base: Base): FuzzCase | undefined {
  const tree: Record<string, Entry> = { ...base.before };
  const intent: Record<string, Entry> = { ...base.after };
  for (const [old, next] of changedPaths(base)) {
    const [was, is] = [base.before[old] as Entry, base.after[next] as Entry];
    // Where the end of the file is touched, the stated place is no longer its end.
    if (!was.text.endsWith("\n") || reachesEnd(base, old)) return undefined;
    tree[old] = { ...was, text: was.text + was.text };
    intent[next] = { ...is, text: is.text + was.text };
  }
  return { tree, patch: textOf(base.parts), intent };
}

function reachesEnd({ parts, before }: Base, path: string): boolean {
  const lines = (before[path]?.text.match(/\n/g) ?? []).length;
  return parts.some((part) => namesOf(part).old === path && part.hunks.some(({ old }) => old.start + old.lines > lines));
}

/** Pairs of old and new path of the files with hunks that go on existing. */
function changedPaths({ parts, before }: Base): readonly (readonly [string, string])[] {
  return parts.flatMap((part) => {
    const { old, next } = namesOf(part);
    if (old === undefined || next === undefined || before[old]?.mode === "120000") return [];
    return [[old, next] as const];
  });
}

/** Another text in every changed file, before and after. */
function inChanged(
  base: Base,
  change: (text: string) => string,
  body: (lines: readonly string[]) => readonly string[] = (lines) => lines,
): FuzzCase | undefined {
  const paths = changedPaths(base);
  const shows = (entry: Entry | undefined): boolean => entry !== undefined && change(entry.text) !== entry.text;
  // Where only the new file would show it, nothing that the patch is applied to says so.
  if (paths.length === 0 || paths.some(([old, next]) => shows(base.after[next]) && !shows(base.before[old]))) return undefined;
  const tree: Record<string, Entry> = { ...base.before };
  const intent: Record<string, Entry> = { ...base.after };
  for (const [old, next] of paths) {
    tree[old] = { ...(base.before[old] as Entry), text: change((base.before[old] as Entry).text) };
    intent[next] = { ...(base.after[next] as Entry), text: change((base.after[next] as Entry).text) };
  }
  const isChanged = (part: Part): boolean => paths.some(([old]) => namesOf(part).old === old && namesOf(part).next !== undefined);
  const parts = withHunks(base.parts, (hunk, part) => (isChanged(part) ? { ...hunk, body: body(hunk.body) } : hunk));
  return { tree, patch: textOf(parts), intent };
}

/** With CR in the files as well nobody could tell whose they are. */
function plainTextOnly({ before, after }: Base, one: FuzzCase | undefined): FuzzCase | undefined {
  return [...Object.values(before), ...Object.values(after)].some(({ text }) => text.includes("\r")) ? undefined : one;
}

/** A line without a newline has no CR before it. */
function withCarriageReturns(body: readonly string[]): readonly string[] {
  return body.map((line, i) => (line.startsWith("\\") || body[i + 1]?.startsWith("\\") ? line : `${line}\r`));
}

function crlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

/** A change to the lines of hunks that shows in a line of the old file: where it shows in added lines only, they could be meant. */
function seenInOld(base: Base, change: (line: string, sign: string) => string): FuzzCase | undefined {
  const one = (line: string): string => (line.startsWith("\\") ? line : change(line, line.charAt(0)));
  const shows = base.parts.some(({ hunks }) =>
    hunks.some(({ body }) => body.some((line) => !line.startsWith("+") && one(line).trimEnd() !== line.trimEnd())),
  );
  return shows ? rewritten(base, (body) => body.map(one)) : undefined;
}

/** Not right before another hunk or file: what is left would be a whole patch. */
function cut(base: Base, text: string): FuzzCase | undefined {
  const at = 1 + base.random.below(text.length - 1);
  return isWhole(base, text.slice(0, at)) ? undefined : meant(base, text.slice(0, at));
}

function firstLines(base: Base): FuzzCase | undefined {
  const all = textOf(base.parts).match(/[^\n]*\n/g) ?? [];
  const some = all.slice(0, 1 + base.random.below(all.length - 1)).join("");
  return isWhole(base, some) ? undefined : meant(base, some);
}

function isWhole({ parts }: Base, text: string): boolean {
  const ends = parts.flatMap(({ head, hunks }, i) =>
    Array.from({ length: hunks.length + 1 }, (_, of) => textOf([...parts.slice(0, i), { head, hunks: hunks.slice(0, of) }])),
  );
  // A section of git's may also make an empty file, or change a mode, and nothing else.
  return ends.some((end) => end === text || end === `${text}\n`) || /\n(new file mode|new mode) \d+\n?$/.test(text);
}

/** Without git's own headers a patch can say neither that files move nor what mode they have. */
function traditional(base: Base, drops: (line: string) => boolean): FuzzCase | undefined {
  const says = (line: string): boolean =>
    /^(old mode|new mode|rename|new file mode 1[02]07?[05]?5?|new file mode 120000|deleted)/.test(line);
  const silent = base.parts.every(
    ({ head, hunks }) =>
      hunks.length > 0 &&
      !head.some((line) => says(line) && !line.startsWith("new file mode 100644") && !line.startsWith("deleted file mode 100")),
  );
  if (!silent || base.parts.some((part) => isLink(base, part))) return undefined;
  return meant(base, textOf(base.parts.map((part) => ({ ...part, head: part.head.filter((line) => !drops(line)) }))));
}

function isLink({ before, after }: Base, part: Part): boolean {
  const { old, next } = namesOf(part);
  return before[old ?? ""]?.mode === "120000" || after[next ?? ""]?.mode === "120000";
}

function withoutPrefixes(line: string): string {
  if (/^(---|\+\+\+) /.test(line)) return line.replace(/^(\S+ "?)[ab]\//, "$1");
  return line.startsWith("diff --git ") ? line.replace(/^(diff --git "?)a\//, "$1").replace(/ ("?)b\/(?!.* "?b\/)/, " $1") : line;
}

function withTime(line: string): string {
  if (!/^(---|\+\+\+) /.test(line) || line.endsWith("/dev/null")) return line;
  return `${line.replace(/\t$/, "")}\t2024-05-06 07:08:09.000000000 +0200`;
}

/** The dialect has no word for modes, links, missing newlines or a rename without a change. */
function envelope(base: Base): FuzzCase | undefined {
  const fits = (entry: Entry | undefined): boolean =>
    entry === undefined || (entry.mode !== "120000" && entry.text.endsWith("\n") && !entry.text.includes("\r"));
  const entries = base.parts.map(namesOf).flatMap(({ old, next }) => [base.before[old ?? ""], base.after[next ?? ""]]);
  if (!entries.every(fits) || base.parts.some(({ head }) => head.some((line) => /^(old mode|new file mode 100755)/.test(line))))
    return undefined;
  if (base.parts.some(({ hunks }) => hunks.length === 0)) return undefined;
  return meant(base, `*** Begin Patch\n${base.parts.map(envelopePart).join("")}*** End Patch\n`);
}

function envelopePart(part: Part): string {
  const { old, next } = namesOf(part);
  if (next === undefined) return `*** Delete File: ${old}\n`;
  const body = part.hunks.map((hunk) => joined([...(old === undefined ? [] : ["@@"]), ...hunk.body])).join("");
  if (old === undefined) return `*** Add File: ${next}\n${body}`;
  return `*** Update File: ${old}\n${old === next ? "" : `*** Move to: ${next}\n`}${body}`;
}

function joined(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

/** One context or deleted line that is in no file. */
function spoiled({ before, parts, random }: Base, sign: " " | "-"): FuzzCase | undefined {
  const places = parts.flatMap(({ hunks }) => hunks.flatMap(({ body }) => body.filter((line) => line.startsWith(sign))));
  if (places.length === 0) return undefined;
  let left = random.below(places.length);
  const spoil = (line: string): string => (line.startsWith(sign) && left-- === 0 ? `${line} of no file` : line);
  return { tree: before, patch: textOf(withHunks(parts, (hunk) => ({ ...hunk, body: hunk.body.map(spoil) }))) };
}

/** A line of context left out, and the header counted again: between lines of a hunk it is missed, unless the one beside it is the same. */
function contextLineMissing(base: Base): FuzzCase | undefined {
  const { parts, random } = base;
  const inner = (body: readonly string[], i: number): boolean =>
    i > 0 &&
    body[i]?.startsWith(" ") === true &&
    body.slice(0, i).some((line) => !line.startsWith("+")) &&
    body.slice(i + 1).some((line) => !/^[+\\]/.test(line));
  const count = parts.reduce(
    (sum, { hunks }) => sum + hunks.reduce((of, { body }) => of + body.filter((_, i) => inner(body, i)).length, 0),
    0,
  );
  if (count === 0) return undefined;
  let left = random.below(count);
  const less = ({ start, lines }: Range): Range => ({ start, lines: lines - 1 });
  const changed = withHunks(parts, (hunk) => {
    const at = hunk.body.findIndex((_, i) => inner(hunk.body, i) && left-- === 0);
    return at < 0 ? hunk : { ...hunk, old: less(hunk.old), next: less(hunk.next), body: hunk.body.toSpliced(at, 1) };
  });
  return meant(base, textOf(changed));
}

/** Where the old file has no final newline, and the marker that says so is gone. */
function markerDropped(base: Base): FuzzCase | undefined {
  const marked = (body: readonly string[]): boolean => body.some((line, i) => line.startsWith("\\") && !body[i - 1]?.startsWith("+"));
  if (!base.parts.some(({ hunks }) => hunks.some(({ body }) => marked(body)))) return undefined;
  return rewritten(base, (body) => (marked(body) ? body.filter((line) => !line.startsWith("\\")) : body));
}

/** A marker after a line that has its newline. */
function markerAdded(base: Base): FuzzCase | undefined {
  const fits = (body: readonly string[]): boolean => /^[ -]/.test(body.at(-1) ?? "");
  if (!base.parts.some(({ hunks }) => hunks.some(({ body }) => fits(body)))) return undefined;
  return rewritten(base, (body) => (fits(body) ? [...body, "\\ No newline at end of file"] : body));
}

function otherMode(line: string): string {
  if (!line.startsWith("index ") || line.endsWith(" 120000")) return line;
  return line.replace(/100644$/, "100755");
}

function escaping(line: string): string {
  if (/^(rename|copy) (from|to) /.test(line)) return line.replace(/ (from|to) ("?)/, " $1 $2../");
  return /^(---|\+\+\+|diff --git) /.test(line) ? line.replace(/ ("?)([ab])\//g, " $1$2/../") : line;
}
