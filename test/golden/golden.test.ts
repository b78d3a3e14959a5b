import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { profiles } from "../../src/tools/profiles.ts";
import { calls } from "./calls.ts";
import { goldenNames, goldenOf } from "./golden.ts";

describe.each(goldenNames)("the %s profile", (name) => {
  test("tells a model what its golden file says", async () => {
    expect(await goldenOf(name)).toBe(readFileSync(new URL(`${name}.md`, import.meta.url), "utf8"));
  });

  test("has an answer of each of its tools there", () => {
    const { tools, byName = [] } = profiles[name];
    const called = new Set(calls[name].map(([tool]) => tool));
    expect([...tools, ...byName].map((tool) => tool.name).filter((tool) => !called.has(tool))).toEqual([]);
  });
});
