import type { Definition } from "../../../src/tools/definition.ts";
import type { Random } from "../patch/random.ts";
import { plainPath, randomPath } from "./paths.ts";

/** A call of a tool, and the paths in it. */
export interface FuzzCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly paths: readonly string[];
}

/** Arguments for any tool, made from the names of its parameters. Throws for a required one that it does not know. */
export function randomCall(random: Random, { name, inputSchema }: Definition): FuzzCall {
  const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: readonly string[] };
  const paths: string[] = [];
  const path = (): string => {
    paths.push(random.chance(0.88) ? randomPath(random) : plainPath(random));
    return paths.at(-1) as string;
  };
  const makers = makersOf(random, path, name);
  const args: Record<string, unknown> = {};
  for (const parameter of Object.keys(properties)) {
    const make = makers[parameter];
    if (make && (required.includes(parameter) || parameter === "path" || random.chance(0.4))) args[parameter] = make();
    else if (required.includes(parameter)) throw new Error(`No arguments are known for ${name}: ${parameter}`);
  }
  return { tool: name, args, paths };
}

type Makers = Readonly<Record<string, () => unknown>>;

function makersOf(random: Random, path: () => string, tool: string): Makers {
  const isGlob = tool === "glob" || tool === "find_files";
  return {
    path,
    source: path,
    destination: path,
    content: () => "written\n",
    old_string: () => "line two",
    new_string: () => "changed",
    edits: () => [{ old_string: "line two", new_string: "changed" }],
    patch: () => randomPatch(random, path),
    pattern: () => (isGlob ? random.pick([path, () => "**", () => "*"])() : random.pick(["NARY-7", "line", ".", "^"])),
    glob: () => random.pick(["**", "*.txt", "../**"]),
    include_globs: () => [random.pick(["**", "*.txt", "../**"])],
    include_hidden: () => true,
    include_ignored: () => true,
    context: () => 2,
    depth: () => 1 + random.below(4),
    dry_run: () => true,
    output: () => random.pick(["content", "files", "count"]),
    group_by: () => random.pick(["extension", "parent", "stem"]),
  };
}

function randomPatch(random: Random, path: () => string): string {
  const [from, to] = [path(), random.chance(0.6) ? undefined : path()];
  const side = (prefix: string, name: string): string => (name.startsWith("/") ? name : `${prefix}/${name}`);
  const old = side("a", from);
  const next = side("b", to ?? from);
  const change = "@@ -1,2 +1,2 @@\n inside\n-line two\n+changed\n";
  return random.pick([
    `--- ${old}\n+++ ${next}\n${change}`,
    `diff --git ${old} ${next}\n--- ${old}\n+++ ${next}\n${change.replace("inside", "CANARY-7f3a")}`,
    `--- /dev/null\n+++ ${next}\n@@ -0,0 +1 @@\n+new\n`,
    `--- ${old}\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-inside\n-line two\n`,
    `diff --git ${old} ${next}\nsimilarity index 100%\nrename from ${from}\nrename to ${to ?? `${from}.moved`}\n`,
  ]);
}
