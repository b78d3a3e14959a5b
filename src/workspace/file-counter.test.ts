import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, type TestFiles } from "../../test/support/workspace.ts";
import type { CountRequest } from "../ports/file-counter.ts";

const files: TestFiles = { "a.ts": "", "b.test.ts": "", Makefile: "", "end.": "", "src/.env": "", "src/.x.y": "", "src/c.ts": "" };

describe("count", () => {
  test("what an extension and a stem are", async () => {
    const { count } = await openWorkspace(files);
    const keys = async (groupBy: CountRequest["groupBy"]): Promise<unknown> =>
      (await count({ groupBy, includeHidden: true })).groups.map(({ key, count: size }) => `${key} ${size}`);
    expect(await keys("extension")).toEqual([" 3", "ts 3", "y 1"]);
    expect(await keys("stem")).toEqual([".env 1", ".x 1", "Makefile 1", "a 1", "b.test 1", "c 1", "end 1"]);
  });

  test("faults are found before the directory is", async () => {
    const { count } = await openWorkspace(files);
    expect(await refusal(count({ path: "nope", includeGlobs: ["["] }))).toMatchObject({ code: "invalid_glob" });
    expect(await refusal(count({ path: "nope", limit: 0 }))).toMatchObject({ code: "invalid_arguments" });
    expect(await refusal(count({ path: "nope" }))).toMatchObject({ code: "not_found" });
    expect(await refusal(count({ path: "a.ts" }))).toMatchObject({ code: "not_a_directory" });
  });

  test("includes without any count nothing", async () => {
    const { count } = await openWorkspace(files);
    expect(await count({ includeGlobs: [] })).toMatchObject({ total: 0, groups: [], truncated: false });
  });

  const names = fc.constantFrom("a", "b.ts", "c.d.ts", ".e", "F.ts", "é.md");
  const trees = fc.dictionary(
    fc
      .array(names, { minLength: 1, maxLength: 3 })
      .map((path) => path.map((name, level) => (level < path.length - 1 ? `d${name}` : name)).join("/")),
    fc.constant(""),
    { maxKeys: 12 },
  );
  const groupings = fc.constantFrom("extension", "top_directory", "parent", "depth", "stem") satisfies fc.Arbitrary<
    CountRequest["groupBy"]
  >;

  test("shown and other groups add up to the total, whatever the limit", async () => {
    await fc.assert(
      fc.asyncProperty(trees, groupings, fc.integer({ min: 1, max: 4 }), async (tree, groupBy, limit) => {
        const { count, glob } = await openWorkspace(tree);
        const { total, groups, other, truncated } = await count({ groupBy, limit, includeHidden: true });
        const found = await glob({ pattern: "**", limit: "none", includeHidden: true });
        expect(total).toBe(found.entries.length);
        expect(groups.reduce((sum, { count: size }) => sum + size, other?.count ?? 0)).toBe(total);
        expect(groups.length).toBeLessThanOrEqual(limit);
        expect(truncated).toBe(other !== undefined);
        const whole = await count({ groupBy, limit: "none", includeHidden: true });
        expect(whole.groups.slice(0, limit)).toEqual(groups);
        expect(whole.groups.length).toBe(groups.length + (other?.groups ?? 0));
      }),
      { numRuns: 60 },
    );
  });
});
