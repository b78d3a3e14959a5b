import { describe, expect, test } from "vitest";
import { openWorkspace, type TestFiles } from "../../../test/support/workspace.ts";
import { encode } from "../../core/text.ts";
import { compileSearch, searchBytes } from "../../engines/grep/index.ts";
import { createTools } from "../catalog.ts";
import { profiles } from "../profiles.ts";
import type { ToolResult } from "../result.ts";

type ProfileName = keyof typeof profiles;

/** What each profile calls the search. */
const searches = [
  ["default", "grep"],
  ["scope", "grep"],
  ["agentkit", "search_files"],
  ["codemeld", "grep"],
] as const;

async function open(files: TestFiles) {
  const workspace = await openWorkspace(files);
  const call = (args: object, profile: ProfileName = "default"): Promise<ToolResult> => {
    const tool = new Map<ProfileName, string>(searches).get(profile) as string;
    return createTools(workspace, { profile: profiles[profile] }).call(tool, args);
  };
  return { ...workspace, call };
}

function dataOf(result: ToolResult): Readonly<Record<string, unknown>> {
  if (result.status !== "ok") throw new Error(result.text);
  return result.data as Readonly<Record<string, unknown>>;
}

function codeOf(result: ToolResult): string {
  return result.status === "ok" ? "ok" : result.code;
}

interface Shown {
  readonly path?: string;
  readonly file?: string;
  readonly line: number;
  readonly text: string;
  readonly kind?: string;
  readonly before?: readonly string[];
}

/** The lines of an answer, as a profile has them. */
function rowsOf(result: ToolResult): readonly Shown[] {
  const { lines, matches } = dataOf(result);
  return (lines ?? matches) as readonly Shown[];
}

describe("arguments", () => {
  test("an output that there is not is refused; without one it is content [#215]", async () => {
    const { call } = await open({ "a.txt": "hit\n" });
    const outputs = { default: "output", scope: "output_mode" } as const;
    for (const profile of ["default", "scope"] as const) {
      const refused = await call({ pattern: "hit", [outputs[profile]]: "lines" }, profile);
      expect(refused).toMatchObject({ status: "rejected", code: "invalid_arguments", details: { issues: [{ at: outputs[profile] }] } });
      const absent = dataOf(await call({ pattern: "hit" }, profile));
      expect(absent["lines"]).toEqual([{ path: "a.txt", line: 1, text: "hit", kind: "match" }]);
      expect(dataOf(await call({ pattern: "hit", [outputs[profile]]: "content" }, profile))).toEqual(absent);
    }
  });

  test("an empty pattern is refused by every tool, a blank one by agentkit's, none by port and engine [#216]", async () => {
    const { call, grep } = await open({ "a.txt": "a b\n\n" });
    const statuses = async (pattern: string): Promise<readonly string[]> =>
      Promise.all(searches.map(async ([profile]) => `${profile} ${codeOf(await call({ pattern }, profile))}`));
    const refused = "invalid_arguments";
    expect(await statuses("")).toEqual([`default ${refused}`, `scope ${refused}`, `agentkit ${refused}`, `codemeld ${refused}`]);
    expect(await statuses(" ")).toEqual(["default ok", "scope ok", `agentkit ${refused}`, "codemeld ok"]);
    expect(await grep({ pattern: "" })).toMatchObject({ lines: [{ line: 1 }, { line: 2 }] });
    const search = await compileSearch({ pattern: "" });
    expect(searchBytes(search, encode("a b\n\n"), { before: 0, after: 0 }, { line: () => true }).matches).toBe(2);
  });

  const unsupported = [
    ["a(?=b)", "(?=", "look-around"],
    ["a(?!b)", "(?!", "look-around"],
    ["(?<=a)b", "(?<=", "look-around"],
    ["(?<!a)b", "(?<!", "look-around"],
    ["(a)\\1", "\\1", "back-references"],
  ] as const;

  test.each(unsupported)("%s is refused, and the text names %s: %s [#218]", async (pattern, construct, name) => {
    const { call } = await open({ "a.txt": "ab\naa\n" });
    for (const [profile] of searches) {
      const refused = await call({ pattern }, profile);
      expect(refused).toMatchObject({ status: "rejected", code: "invalid_pattern", details: { construct } });
      expect(refused.text).toContain(`${name} ${name === "look-around" ? "is" : "are"} not supported`);
      expect(refused.text).toContain(construct);
    }
  });

  test("a glob without a slash means the name of a file, one with a slash its path [#233]", async () => {
    const { call } = await open({ "main.go": "x", "src/a.go": "x", "src/deep/b.go": "x", "src/a.ts": "x", "go/readme.md": "x" });
    const parameters = { default: "glob", scope: "file_glob", agentkit: "file_glob" } as const;
    for (const profile of ["default", "scope", "agentkit"] as const) {
      const found = async (glob: string): Promise<unknown> =>
        rowsOf(await call({ pattern: "x", [parameters[profile]]: glob }, profile)).map(({ path, file }) => path ?? file);
      expect((await found("*.go")) as string[]).toEqual(["main.go", "src/a.go", "src/deep/b.go"]);
      expect((await found("src/*.go")) as string[]).toEqual(["src/a.go"]);
    }
  });
});

describe("what is found", () => {
  test.each(["default", "scope"] as const)(
    "%s: matches on adjacent lines are one block, and blocks are counted [#221]",
    async (profile) => {
      const { call } = await open({ "a.txt": "a\nb\na\nb\n\na\nb\n" });
      const args = { pattern: "a\\nb", multiline: true };
      const [output, limit] = profile === "default" ? ["output", "limit"] : ["output_mode", "max_results"];
      expect(rowsOf(await call(args, profile))).toEqual([
        { path: "a.txt", line: 1, text: "a\nb\na\nb", kind: "match" },
        { path: "a.txt", line: 6, text: "a\nb", kind: "match" },
      ]);
      expect(dataOf(await call({ ...args, [output]: "count" }, profile))).toMatchObject({ counts: [{ path: "a.txt", count: 2 }] });
      const first = await call({ ...args, [limit]: 1 }, profile);
      expect(rowsOf(first).map(({ line }) => line)).toEqual([1]);
      expect(dataOf(first)).toMatchObject({ truncated: true, truncated_by: "limit" });
      expect(dataOf(await call({ ...args, [limit]: 2 }, profile))).toMatchObject({ truncated: false });
    },
  );

  test.each(searches)("%s says of a binary file that is named that it was not searched [#231]", async (profile) => {
    const { call } = await open({ "a.bin": "hit\n\0hit\n" });
    const result = await call({ pattern: "hit", path: "a.bin" }, profile);
    expect(rowsOf(result)).toEqual([]);
    expect(result.text).toContain('"a.bin" is binary and was not searched.');
    expect(result.text).not.toContain("No match");
  });

  test.each(["default", "agentkit"] as const)("%s cuts a line after 500 code points, and no pair of surrogates [#235]", async (profile) => {
    const rocket = "🚀";
    const { call } = await open({
      "fits.txt": `x${rocket.repeat(499)}\n`,
      "long.txt": `x${rocket.repeat(500)}\n`,
      "odd.txt": `x${"a🚀".repeat(300)}\n`,
    });
    const texts = rowsOf(await call({ pattern: "x" }, profile)).map(({ text }) => text);
    expect(texts).toEqual([`x${rocket.repeat(499)}`, `x${rocket.repeat(499)}…`, `x${"a🚀".repeat(249)}a…`]);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
  });

  // A match of 1,000 bytes and the line before it of 1 take 1,017 bytes with 8 for each number, and the name takes 5: 50 of them are 50,855.
  const pairs = (count: number): string => `b\nx${"é".repeat(499)}y\n`.repeat(count);

  test.each([
    ["default", { before: 1 }],
    ["agentkit", { context_lines: 1 }],
  ] as const)("%s leaves out whole matches over 50 KiB, and says what helps [#237]", async (profile, around) => {
    const match = `x${"é".repeat(499)}…`;
    const { call } = await open({ "a.txt": pairs(60) });
    const cut = await call({ pattern: "x", ...around }, profile);
    expect(dataOf(cut)).toMatchObject({ truncated: true, truncated_by: "bytes" });
    const found = rowsOf(cut).filter(({ kind = "match" }) => kind === "match");
    expect(found.map(({ line }) => line)).toEqual(Array.from({ length: found.length }, (_, index) => 2 * index + 2));
    expect(found.every(({ text }) => text === match)).toBe(true);
    expect(found).toHaveLength(50);
    expect(cut.text.split("\n").at(-1)).toMatch(/narrower path, glob or pattern, or less context/);
    const { call: fits } = await open({ "a.txt": pairs(50) });
    expect(dataOf(await fits({ pattern: "x", ...around }, profile))).toMatchObject({ truncated: false });
  });
});

test.each(searches)("a pattern that needs a NUL finds nothing, and %s says why", async (profile) => {
  const { call } = await open({ "a.txt": "a\n", "b.bin": "a\0\n" });
  expect((await call({ pattern: String.raw`a\x00` }, profile)).text).toContain("needs a NUL");
  expect((await call({ pattern: "a" }, profile)).text).not.toContain("needs a NUL");
});

test("the note is in the data too", async () => {
  const { call } = await open({ "a.txt": "a\n" });
  expect(dataOf(await call({ pattern: String.raw`a\x00` }))).toMatchObject({ notes: ["nul"] });
  expect(dataOf(await call({ pattern: "a" }))).not.toHaveProperty("notes");
});
