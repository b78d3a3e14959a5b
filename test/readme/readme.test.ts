import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitions } from "../../src/tools/definitions.ts";

const repository = join(import.meta.dirname, "../..");
const readme = readFileSync(join(repository, "README.md"), "utf8");

test("the example for Node runs as it stands", () => {
  const code = /^## In your own worker, or in Node$[\s\S]*?^```js\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? "";
  const file = join(repository, "build/readme/node.js");
  mkdirSync(join(repository, "build/readme"), { recursive: true });
  writeFileSync(file, code);
  // The package's own name, on its sources: they need not have been built.
  const printed = execFileSync(process.execPath, ["--conditions=portside-source", "--import", "tsx", file], { encoding: "utf8" });
  expect(printed).toBe("one\n");
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
    .filter((name) => name !== "install" && name !== "run");
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});
