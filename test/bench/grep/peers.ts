import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Bash, InMemoryFs } from "just-bash";
import type { Query } from "./queries.ts";
import type { Tree } from "./tree.ts";

/** Milliseconds of CPU time that an action takes in this process, with its helper threads. */
export async function cpuTime(action: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Where native ripgrep is; the npm package of that name, in WebAssembly, is another thing. */
const ripgrep = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .map((folder) => join(folder, "rg"))
  .find((file) => existsSync(file));

/** Is native ripgrep there? Its version line. */
export function ripgrepVersion(): string | undefined {
  if (ripgrep === undefined) return undefined;
  return spawnSync(ripgrep, ["--version"], { encoding: "utf8" }).stdout.split("\n")[0];
}

/** CPU milliseconds of one `rg -j1` over a folder, its output going to a file. */
export function ripgrepTime({ request }: Query, folder: string): number {
  const switches = [...(request.case === "insensitive" ? ["-i"] : []), ...(request.multiline ? ["-U"] : [])];
  const args = ["-j1", "-n", "-H", "-uu", "--no-config", ...switches, "-e", request.pattern, folder];
  const script = 'TIMEFORMAT="%3U %3S"; time "$0" "$@" > /dev/shm/portside-bench-rg 2> /dev/null';
  const { stderr } = spawnSync("bash", ["-c", script, ripgrep ?? "rg", ...args], { encoding: "utf8" });
  return stderr
    .trim()
    .split(" ")
    .reduce((sum, seconds) => sum + 1_000 * Number(seconds), 0);
}

/** just-bash with the tree in its own memory. */
export function justBash(tree: Tree): (query: Query) => Promise<unknown> {
  const files = Object.fromEntries(Array.from(tree, ([path, text]) => [`/tree/${path}`, text]));
  const bash = new Bash({ fs: new InMemoryFs(files), cwd: "/tree" });
  return ({ request }) => {
    const switches = `${request.case === "insensitive" ? "-i " : ""}${request.multiline ? "-U " : ""}`;
    return bash.exec(`rg -n ${switches}-e '${request.pattern}' . > /dev/null`);
  };
}
