import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry, FuzzTree } from "./tree.ts";

/** Nothing of the machine's own settings has a say. */
const environment = { PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };

/** Git's version, or undefined where there is none. */
export function gitVersion(): string | undefined {
  const { status, stdout } = spawnSync("git", ["--version"], { encoding: "utf8", env: environment });
  return status === 0 ? stdout.trim() : undefined;
}

/** Lays the tree out in a temporary folder and asks git which of its entries are ignored. */
export function ignoredByGit(tree: FuzzTree): ReadonlySet<string> {
  const folder = mkdtempSync(join(tmpdir(), "ignore-fuzz-"));
  try {
    layOut(folder, tree);
    return askAll(folder, tree);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function layOut(folder: string, tree: FuzzTree): void {
  const root = join(folder, "root");
  writeFileSync(join(folder, "global"), tree.global);
  makeRepository(root, tree.exclude);
  for (const { path, dir } of tree.entries) {
    if (dir) mkdirSync(join(root, path));
    else writeFileSync(join(root, path), "");
  }
  for (const [directory, text] of Object.entries(tree.ignoreFiles)) writeFileSync(join(root, directory, ".gitignore"), text);
  for (const [directory, exclude] of Object.entries(tree.repositories)) makeRepository(join(root, directory), exclude);
}

/** The least that git takes for a repository. */
function makeRepository(directory: string, exclude: string): void {
  for (const part of ["objects", "refs", "info"]) mkdirSync(join(directory, ".git", part), { recursive: true });
  writeFileSync(join(directory, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(directory, ".git/info/exclude"), exclude);
}

/** Git knows nothing of the repository around the one it is asked in, so each is asked for what is its own, the outer ones first. */
function askAll(folder: string, tree: FuzzTree): ReadonlySet<string> {
  const ignored = new Set<string>();
  const repositories = ["", ...Object.keys(tree.repositories).toSorted((a, b) => a.length - b.length)];
  for (const repository of repositories) {
    const own = tree.entries.filter(({ path }) => repositoryOf(repositories, path) === repository);
    const lost = ignored.has(repository);
    for (const path of lost ? own.map((entry) => entry.path) : ask(folder, tree, { repository, own })) ignored.add(path);
  }
  return ignored;
}

function repositoryOf(repositories: readonly string[], path: string): string {
  return repositories.findLast((repository) => repository === "" || path.startsWith(`${repository}/`)) as string;
}

function ask(
  folder: string,
  { ignoreCase }: FuzzTree,
  { repository, own }: { readonly repository: string; readonly own: readonly Entry[] },
): string[] {
  const settings = [`core.ignorecase=${ignoreCase}`, `core.excludesFile=${join(folder, "global")}`].flatMap((setting) => ["-c", setting]);
  const prefix = repository === "" ? "" : `${repository}/`;
  // A path that begins with a colon would be taken for pathspec magic.
  const input = own.map(({ path }) => `./${path.slice(prefix.length)}\0`).join("");
  const { status, stdout, stderr } = spawnSync("git", [...settings, "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"], {
    cwd: join(folder, "root", repository),
    env: environment,
    encoding: "utf8",
    input,
  });
  if (status !== 0 && status !== 1) throw new Error(`git check-ignore failed: ${stderr}`);
  return readAnswers(stdout).map((path) => prefix + path);
}

/** Records of four fields: the file of the rule that decides, its line, the rule, and the path; the first three are empty without one. */
function readAnswers(output: string): string[] {
  const fields = output.split("\0");
  const ignored: string[] = [];
  for (let i = 0; i + 3 < fields.length; i += 4) {
    const [source, , rule, path] = fields.slice(i, i + 4) as [string, string, string, string];
    if (source !== "" && !rule.startsWith("!")) ignored.push(path.slice("./".length));
  }
  return ignored;
}
