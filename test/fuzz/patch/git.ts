import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Entry, Tree } from "./trees.ts";

export function gitVersion(): string | undefined {
  const { status, stdout } = spawnSync("git", ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

export interface Pair {
  readonly before: Tree;
  readonly after: Tree;
}

/** What git writes about each pair with so many lines of context. */
export function diffsOf(pairs: readonly Pair[], contexts: readonly number[]): readonly (readonly string[])[] {
  const directory = mkdtempSync(join(tmpdir(), "patch-fuzz-"));
  try {
    git(directory, ["init", "-q"]);
    git(directory, ["fast-import", "--quiet"], pairs.map(pairCommits).join(""));
    return contexts.map((context) => pairs.map((_, i) => git(directory, ["diff", "-M", `-U${context}`, `before${i}`, `after${i}`])));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The tree that `git apply` makes, or undefined when it refuses. */
export function appliedByGit(tree: Tree, patch: string): Tree | undefined {
  const directory = mkdtempSync(join(tmpdir(), "patch-apply-"));
  try {
    for (const [path, entry] of Object.entries(tree)) writeEntry(join(directory, nameOf(path)), entry);
    const { status } = run(directory, ["apply", "--whitespace=nowarn", "-"], patch);
    return status === 0 ? readTree(directory) : undefined;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function git(cwd: string, args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = run(cwd, args, input);
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

function run(
  cwd: string,
  args: readonly string[],
  input: string,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const env = { PATH: process.env["PATH"], HOME: cwd, GIT_CONFIG_NOSYSTEM: "1", GIT_CEILING_DIRECTORIES: dirname(cwd), LC_ALL: "C" };
  return spawnSync("git", args, { cwd, env, input: Buffer.from(input, "latin1"), encoding: "latin1", maxBuffer: 2 ** 28 });
}

function pairCommits({ before, after }: Pair, i: number): string {
  return commitOf(`before${i}`, before) + commitOf(`after${i}`, after);
}

function commitOf(branch: string, tree: Tree): string {
  const files = Object.entries(tree).map(([path, { mode, text }]) => `M ${mode} inline ${quoted(path)}\n${data(text)}`);
  return `commit refs/heads/${branch}\ncommitter a <a@a> 1700000000 +0000\n${data("step")}${files.join("")}\n`;
}

function quoted(path: string): string {
  return `"${[...path].map((unit) => `\\${unit.charCodeAt(0).toString(8).padStart(3, "0")}`).join("")}"`;
}

function data(text: string): string {
  return `data ${text.length}\n${text}\n`;
}

function nameOf(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

function writeEntry(path: string, { mode, text }: Entry): void {
  mkdirSync(dirname(path), { recursive: true });
  if (mode === "120000") return symlinkSync(text, path);
  writeFileSync(path, Buffer.from(text, "latin1"));
  if (mode === "100755") chmodSync(path, 0o755);
}

function readTree(root: string, directory = root): Tree {
  const tree: Record<string, Entry> = {};
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) Object.assign(tree, readTree(root, path));
    else tree[Buffer.from(relative(root, path)).toString("latin1")] = readEntry(path, stat);
  }
  return tree;
}

function readEntry(path: string, stat: ReturnType<typeof lstatSync>): Entry {
  if (stat?.isSymbolicLink()) return { mode: "120000", text: readlinkSync(path) };
  return { mode: (Number(stat?.mode ?? 0) & 0o100) === 0 ? "100644" : "100755", text: readFileSync(path).toString("latin1") };
}
