import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitions } from "../../src/tools/definitions.ts";

const repository = join(import.meta.dirname, "../..");
const readme = readFileSync(join(repository, "README.md"), "utf8");

/** What the first example of a section prints, as it stands; `before` is a module that runs first. */
function printedBy(
  section: string,
  file: string,
  { before, text = readme }: { readonly before?: string; readonly text?: string } = {},
): string {
  const code = new RegExp(`^## ${section}$[\\s\\S]*?^\`\`\`js\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(text)?.[1] ?? "";
  const path = join(repository, "build/readme", file);
  mkdirSync(join(repository, "build/readme"), { recursive: true });
  writeFileSync(path, code);
  // The package's own name, on its sources: they need not have been built.
  const imports = ["tsx", ...(before === undefined ? [] : [before])].flatMap((module) => ["--import", module]);
  return execFileSync(process.execPath, ["--conditions=portside-source", ...imports, path], { cwd: repository, encoding: "utf8" });
}

test("the example for Node runs as it stands", () => {
  expect(printedBy("In your own worker, or in Node", "node.js")).toBe("one\n");
});

test("the example for a profile of one's own runs as it stands", () => {
  expect(printedBy("The tools", "profile.js")).toBe("[ 'read', 'edit', 'search' ] a.txt\n  1: one\n");
});

test("the example for the history runs as it stands", () => {
  expect(printedBy("Taking it back", "history.js")).toBe("1 2 three\n1 2 three completed\n");
});

test("the example for forks runs as it stands", () => {
  const diff = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n";
  expect(printedBy("Looking before it counts", "fork.js", { before: "./test/readme/worker.ts" })).toBe(`${diff}\nONE TWO\n`);
});

test("the example for transfers runs as it stands", () => {
  expect(printedBy("Files in and out", "transfer.js")).toBe("1 one\n\n");
});

test("the example for searches runs as it stands", () => {
  const text = readFileSync(join(repository, "docs/searching.md"), "utf8");
  expect(printedBy("How it goes about it", "searching.js", { text })).toBe(
    "needle_then_automaton [ 'Error' ] 1\n[ [ 0, 5, 0 ], [ 6, 11, 9 ], [ 12, 15, 17 ] ]\n",
  );
});

test("every tool of the default profile is told, and no other", () => {
  const table = /^## The tools$([\s\S]*?)^`profile:/m.exec(readme)?.[1] ?? "";
  const told = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(new Set(told)).toEqual(new Set(definitions.default.map(({ name }) => name)));
});

test("every command it names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { scripts: Record<string, string> };
  const named = [...readme.matchAll(/npm (?:run )?(\w+)/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => !["install", "pack", "run"].includes(name));
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});
