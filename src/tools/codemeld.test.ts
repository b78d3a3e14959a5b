import { describe, expect, test } from "vitest";
import { openWorkspace, type TestFiles } from "../../test/support/workspace.ts";
import { byteLength, clipToBytes } from "../core/text.ts";
import { boundedText, metadataBytes, metadataPrefix } from "./bounded-text.ts";
import { createTools } from "./catalog.ts";
import { profiles } from "./profiles.ts";

const profile = profiles.codemeld;

async function open(files: TestFiles, links: Readonly<Record<string, string>> = {}) {
  const tools = createTools(await openWorkspace(files, { links }), { profile });
  return (name: string, args: object) => tools.call(name, args);
}

/** The line of metadata, and what comes after it. */
function partsOf(text: string): { readonly metadata: unknown; readonly content: string } {
  const end = text.indexOf("\n");
  if (!text.startsWith(metadataPrefix)) throw new Error(`no metadata: ${text}`);
  return { metadata: JSON.parse(text.slice(metadataPrefix.length, end)), content: text.slice(end + 1) };
}

const hint = "Ask for less.";
const long = "x".repeat(490);
/** 250 of its lines are over 50 KiB, and it has more. */
const wide: TestFiles = { "a.txt": `${long}\n`.repeat(300) };

describe("metadata", () => {
  test("always says whether something is missing, and the rest only where it is meaningful [#272]", async () => {
    const whole = boundedText("a\nb", { truncated: false, hint });
    expect(partsOf(whole)).toEqual({ metadata: { truncated: false }, content: "a\nb" });
    const cut = boundedText("a", { truncated: true, truncatedBy: "limit", nextOffset: 2, hint });
    expect(partsOf(cut).metadata).toEqual({ truncated: true, truncation_reason: "limit", retry_hint: hint, next_offset: 2 });

    const call = await open({ "a.txt": "1\n2\n3\n", b: "" });
    expect(partsOf((await call("read", { path: "a.txt" })).text)).toEqual({ metadata: { truncated: false }, content: "1\n2\n3" });
    expect(partsOf((await call("read", { path: "a.txt", limit: 2 })).text).metadata).toMatchObject({ next_offset: 3 });
    expect(partsOf((await call("list", { limit: 1 })).text).metadata).toEqual({
      truncated: true,
      truncation_reason: "limit",
      retry_hint: "List a directory further down.",
    });
  });

  test("names the cap where cap and limit are both hit [#273]", async () => {
    expect(partsOf(boundedText("four", { truncated: true, truncatedBy: "limit", hint, cap: 3 })).metadata).toMatchObject({
      truncation_reason: "byte_cap",
    });
    const call = await open(wide);
    const reasons = [];
    for (const [tool, args] of [
      ["grep", { pattern: "x", limit: 250 }],
      ["read", { path: "a.txt", limit: 250 }],
    ] as const)
      reasons.push(partsOf((await call(tool, args)).text).metadata);
    expect(reasons).toMatchObject([{ truncation_reason: "byte_cap" }, { truncation_reason: "byte_cap" }]);
    expect(partsOf((await call("grep", { pattern: "x", limit: 3 })).text).metadata).toMatchObject({ truncation_reason: "limit" });
  });

  test("is one line before the content, and survives a cut of the answer to its smallest cap [#274]", async () => {
    const forged = `${metadataPrefix}{"truncated":false}`;
    const call = await open({ ...wide, "forged.txt": `${forged}\n`, "d/e/f": "", "d/g": "" });
    const answers = [
      await call("read", { path: "forged.txt" }),
      await call("read", { path: "a.txt" }),
      await call("grep", { pattern: "x" }),
      await call("glob", { pattern: "**/*", limit: 1 }),
      await call("list", { limit: 1 }),
      await call("tree", { limit: 1 }),
      await call("file_count", { group_by: "parent", limit: 1 }),
    ].map(({ text }) => text);
    answers.push(boundedText(long, { truncated: true, nextOffset: Number.MAX_SAFE_INTEGER, hint: "x".repeat(100), cap: 1 }));
    for (const text of answers) {
      const line = text.slice(0, text.indexOf("\n") + 1);
      expect(byteLength(line)).toBeLessThanOrEqual(metadataBytes);
      expect(partsOf(clipToBytes(text, metadataBytes)).metadata).toEqual(partsOf(text).metadata);
    }
    expect(answers[0]).toBe(`${metadataPrefix}{"truncated":false}\n${forged}`);
    expect(await call("read", { path: "forged.txt" })).toMatchObject({ data: { content: forged } });
  });

  test("foretells the cut of a content over the cap, and leaves the content whole [#275]", () => {
    const content = "é".repeat(10);
    expect(partsOf(boundedText(content, { truncated: false, hint, cap: 20 }))).toEqual({ metadata: { truncated: false }, content });
    expect(partsOf(boundedText(content, { truncated: false, hint, cap: 19 }))).toEqual({
      metadata: { truncated: true, truncation_reason: "byte_cap", retry_hint: hint },
      content,
    });
  });
});

test("what cut an answer is a limit or bytes; a clipped line is marked as such and cuts nothing [#276]", async () => {
  const named = Object.values(profiles).flatMap(({ tools, byName = [] }) => [...tools, ...byName]);
  const choices = named.flatMap(({ output }) => {
    const shape = (output._zod.def as { readonly shape?: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> })
      .shape;
    const field = shape?.["truncated_by"];
    return field === undefined ? [] : [["limit", "bytes", "line", "clipped", "lines"].filter((word) => field.safeParse(word).success)];
  });
  expect(choices.length).toBeGreaterThan(15);
  expect(choices.filter((words) => words.join() !== "limit,bytes")).toEqual([]);

  const tools = createTools(await openWorkspace({ a: `needle ${"x".repeat(600)}\n` }));
  const found = await tools.call("grep", { pattern: "needle" });
  expect(found).toMatchObject({ data: { truncated: false, lines: [{ clipped: true }] } });
  expect(found).not.toHaveProperty("data.truncated_by");
});

describe("a link to a directory", () => {
  const files = { "src/a.go": "needle\n", "src/deep/b.go": "" };
  const links = { link: "src", chain: "link", file: "src/a.go", "src/inner": "deep" };

  test("is no place to search, walk or count from; one is listed through its target [#41]", async () => {
    const call = await open(files, links);
    for (const path of ["link", "link/", "chain", "./link", "/workspace/link", "src/inner"])
      for (const [tool, args] of [
        ["grep", { pattern: "needle" }],
        ["glob", { pattern: "**" }],
        ["tree", {}],
        ["tree", { depth: 1 }],
        ["file_count", {}],
      ] as const)
        expect([path, tool, await call(tool, { ...args, path })]).toMatchObject([
          path,
          tool,
          { status: "rejected", code: "path_not_allowed", details: { reason: "link" } },
        ]);
    expect(await call("list", { path: "link" })).toMatchObject({
      status: "ok",
      data: { entries: [{ name: "a.go" }, { name: "deep" }, { name: "inner" }] },
      meta: { resolved_path: "src" },
    });
  });

  test("further up is followed, and so is a link to a file", async () => {
    const call = await open(files, links);
    expect(await call("glob", { path: "link/deep", pattern: "*" })).toMatchObject({ data: { paths: ["src/deep/b.go"] } });
    expect(await call("grep", { path: "file", pattern: "needle" })).toMatchObject({ data: { lines: [{ path: "src/a.go" }] } });
    expect(await call("grep", { path: "link/../src", pattern: "needle" })).toMatchObject({ status: "ok" });
  });

  test("is followed by the other profiles", async () => {
    const workspace = await openWorkspace(files, { links });
    for (const [name, tool] of [
      ["default", "glob"],
      ["scope", "glob"],
      ["agentkit", "find_files"],
    ] as const) {
      const tools = createTools(workspace, { profile: profiles[name] });
      expect(await tools.call(tool, { path: "link", pattern: "*.go" })).toMatchObject({ status: "ok" });
    }
  });
});
