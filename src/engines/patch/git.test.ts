import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { parsePatch } from "./parse.ts";
import { planPatch, readPaths } from "./plan.ts";
import { bytesOf, commit, type Entry, sourcesOf, type Tree } from "../../../test/support/patch-tree.ts";

/** Steps of one history; each is a patch that git writes, and that git and the engine apply. */
const steps = 240;

const names = ["a.txt", "two words", "d/e/f.js", 'quo"te', "tab\there", "back\\slash", "日本/語.txt", "x b/y", "-dash", "b/a/z", "end "];

/** What the history must have of each. */
const kinds = ["new file mode 100644", "new file mode 120000", "deleted file mode", "rename from", "copy from", "new mode", '--- "a/'];

interface Edit {
  readonly name: string;
  readonly other: string;
  readonly what: "lines" | "create" | "delete" | "rename" | "mode" | "final" | "endings" | "link";
  readonly at: number;
  readonly drop: number;
  readonly add: readonly string[];
}

const line = fc.oneof(
  fc.constantFrom("", "}", "\treturn;", "-- ", "--- a/x", "@@ -1 +1 @@", "\xe9\xff", "\\ no"),
  fc.stringMatching(/^[a-z ]{1,9}$/),
);
const edit: fc.Arbitrary<Edit> = fc.record({
  name: fc.constantFrom(...names),
  other: fc.constantFrom(...names),
  what: fc.constantFrom("lines", "lines", "lines", "create", "delete", "rename", "mode", "final", "endings", "link"),
  at: fc.nat({ max: 40 }),
  drop: fc.nat({ max: 3 }),
  add: fc.array(line, { minLength: 1, maxLength: 3 }),
});

test("240 patches that git writes make the trees that git makes of them [#192]", ({ skip }) => {
  if (spawnSync("git", ["--version"]).status !== 0) skip("git is not installed");
  const history = [...histories()];
  const { patches, trees, applied } = throughGit(history);
  expect(patches).toHaveLength(steps);
  expect(applied).toEqual(trees);
  expect(kinds.filter((kind) => !patches.some((patch) => patch.includes(`\n${kind}`)))).toEqual([]);
  for (const [i, patch] of patches.entries()) expect(apply(history[i] as Tree, patch)).toEqual(history[i + 1]);
}, 60_000);

function apply(tree: Tree, patch: string): Tree {
  const sections = parsePatch(bytesOf(patch));
  return sorted(commit(tree, planPatch(sections, sourcesOf(tree, readPaths(sections))).changes));
}

/** The empty tree, and then one tree for each step, every one different from the one before. */
function* histories(): Generator<Tree> {
  let tree: Tree = {};
  let left = steps;
  yield tree;
  for (const edits of fc.sample(fc.array(edit, { minLength: 1, maxLength: 4 }), { seed: 7, numRuns: steps * 4 })) {
    const next = sorted(edits.reduce(edited, tree));
    if (JSON.stringify(next) === JSON.stringify(tree)) continue;
    yield (tree = next);
    if (--left === 0) return;
  }
}

function edited(tree: Tree, { name, other, what, at, drop, add }: Edit): Tree {
  const { [name]: entry, ...others } = tree;
  if (entry === undefined) return what === "link" ? { ...tree, [name]: link(add) } : { ...tree, [name]: newFile(at, add) };
  if (what === "delete") return others;
  if (entry.kind === "symlink") return { ...tree, [name]: link(add) };
  if (what === "rename") return other in tree ? tree : { ...others, [other]: entry };
  if (what === "mode") return { ...tree, [name]: { ...entry, executable: !entry.executable } };
  return { ...tree, [name]: { ...entry, text: rewritten(entry.text, { what, at, drop, add }) } };
}

function rewritten(text: string, { what, at, drop, add }: Omit<Edit, "name" | "other">): string {
  if (what === "final") return text.endsWith("\n") ? text.slice(0, -1) : `${text}\n`;
  if (what === "endings") return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text.replaceAll("\n", "\r\n");
  const lines = text.split("\n");
  lines.splice(at % lines.length, drop, ...add);
  return lines.join("\n");
}

function newFile(at: number, add: readonly string[]): Entry {
  const numbered = Array.from({ length: at }, (_, i) => `line ${i} of ${at}\n`);
  return { kind: "file", executable: false, text: `${numbered.join("")}${add.join("\n")}\n` };
}

function link(add: readonly string[]): Entry {
  return { kind: "symlink", executable: false, text: `to/${add.length}${add[0]?.length}` };
}

function sorted(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface Through {
  readonly patches: readonly string[];
  /** Ids of the trees as written, and as git makes them of its own patches. */
  readonly trees: readonly string[];
  readonly applied: readonly string[];
}

function throughGit(history: readonly Tree[]): Through {
  const directory = mkdtempSync(join(tmpdir(), "patch-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const git = (args: readonly string[], input = ""): string => run(directory, args, input);
  git(["init", "-q"]);
  git(["fast-import", "--quiet"], fastImport(history));
  const mails = git(["format-patch", "--stdout", "--root", "-M", "-C", "first..written"]);
  git(["checkout", "-q", "-b", "applied", "first"]);
  git(["am", "-q", "--keep-cr", "--whitespace=nowarn"], mails);
  const trees = (branch: string): string[] =>
    git(["log", "--reverse", "--format=%T", `first..${branch}`])
      .trim()
      .split("\n");
  return { patches: mails.split(/^(?=From [0-9a-f]{40} )/m), trees: trees("written"), applied: trees("applied") };
}

function run(directory: string, args: readonly string[], input: string): string {
  const identity = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@a", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@a" };
  const env = { PATH: process.env["PATH"], HOME: directory, GIT_CONFIG_NOSYSTEM: "1", ...identity };
  const result = spawnSync("git", args, { cwd: directory, input: bytesOf(input), env, encoding: "latin1", maxBuffer: 2 ** 28 });
  if (result.status !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

/** A stream that makes the branch `written` of the trees, and `first` of the one before them. */
function fastImport(history: readonly Tree[]): string {
  return history.map((tree, i) => `${header(i)}${i === 0 ? "" : "deleteall\n"}${Object.entries(tree).map(entryOf).join("")}\n`).join("");
}

function header(index: number): string {
  const branch = index === 0 ? "first" : "written";
  const from = index === 1 ? "from refs/heads/first\n" : "";
  return `commit refs/heads/${branch}\ncommitter a <a@a> ${1_700_000_000 + index} +0000\n${data(`step ${index}`)}${from}`;
}

function entryOf([path, { kind, executable, text }]: readonly [string, Entry]): string {
  const mode = kind === "symlink" ? "120000" : executable ? "100755" : "100644";
  return `M ${mode} inline ${quoted(path)}\n${data(text)}`;
}

function quoted(path: string): string {
  const bytes = [...new TextEncoder().encode(path)];
  return `"${bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`;
}

function data(text: string): string {
  return `data ${text.length}\n${text}\n`;
}
