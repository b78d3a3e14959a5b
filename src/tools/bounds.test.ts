import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { facts } from "../../test/support/facts.ts";
import { fakePorts } from "../../test/support/fake-ports.ts";
import { openWorkspace } from "../../test/support/workspace.ts";
import { codes } from "../core/codes.ts";
import type { Effect } from "../core/effects.ts";
import { fail, PortsideError } from "../core/errors.ts";
import type { Around } from "./around.ts";
import { createTools } from "./catalog.ts";
import { profiles } from "./profiles.ts";
import type { ToolResult } from "./result.ts";

/** What a text may have at most: five issues or faults, and an echo of 2,048 bytes. */
const mostText = 8_192;

function failureOf(result: ToolResult) {
  if (result.status === "ok") throw new Error(`it was done: ${result.text}`);
  return result;
}

/** Every string that stands in a value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function expectBounded(result: ToolResult): void {
  expect(result.text).not.toBe("");
  expect(result.text.length).toBeLessThan(mostText);
  const { details, meta } = failureOf(result);
  const strings = [...stringsIn(details), ...stringsIn(meta)];
  expect([result.text, ...strings].filter((text) => !text.isWellFormed())).toEqual([]);
  expect(strings.filter((text) => Array.from(text).length > 2_200)).toEqual([]);
  expect(Array.from(meta.tool).length).toBeLessThanOrEqual(201);
}

/** Fields whose values are a closed set of words. */
const words = ["reason", "kind", "problem", "in", "unit", "hint"];

/** The facts with everything that a caller can make long as long as `text` and `times` make it. */
function blown(value: unknown, text: string, times: number): unknown {
  if (Array.isArray(value)) {
    if (typeof value[0] === "object") return Array.from({ length: times }, () => blown(value[0], text, times));
    return typeof value[0] === "string" ? Array.from({ length: times }, () => text) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, typeof item === "string" && !words.includes(key) ? text : blown(item, text, times)]),
  );
}

describe("what a rejection says is bounded and well formed", () => {
  test.each(codes)("%s", async (code) => {
    const text = fc.oneof(fc.constant("\ud800".repeat(5_000)), fc.string({ unit: "binary" }), fc.constant("😀x".repeat(3_000)));
    const lengths = fc.constantFrom(0, 6, 51, 200);
    await fc.assert(
      fc.asyncProperty(text, lengths, fc.constantFrom("default", "scope", "agentkit", "codemeld"), async (long, times, name) => {
        const details = blown(facts[code], long, times) as (typeof facts)[typeof code];
        const effects = Array.from({ length: times }, (): Effect => ({ op: "modify", path: "a".repeat(300) }));
        const fault = (): never => {
          throw new PortsideError({ code, details, status: times > 0 ? "partial" : "rejected", effects });
        };
        const tools = createTools(fakePorts({ read: fault }).ports, { profile: profiles[name] });
        const result = await tools.call(name === "agentkit" ? "read_file" : "read", { path: "a" });
        expectBounded(result);
        expect(result.effects).toEqual(effects);
      }),
      { numRuns: 12 },
    );
  });

  const many = (length: number, of: (index: number) => unknown): unknown[] => Array.from({ length }, (_, index) => of(index));

  test.each<[string, string, unknown]>([
    ["20,000 unknown properties", "write", Object.fromEntries(many(20_000, (index) => [`key${index}`, 1]) as [string, number][])],
    ["30,000 keys twice", "write", `{${many(30_000, (index) => `"k${index}":1,"k${index}":2`).join(",")}}`],
    ["a key twice at each of 20,000 depths", "write", `${'{"a":1,"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
    ["5,000 wrong edits", "edit", { path: "a", edits: many(5_000, () => ({ old: 1 })) }],
    [
      "5,000 edits that are not found",
      "edit",
      { path: "a.txt", edits: many(5_000, (index) => ({ old_string: `q${index}`, new_string: "" })) },
    ],
    [
      "a version of 1 MB",
      "edit",
      { path: "a.txt", edits: [{ old_string: "a", new_string: "b" }], expected_version: "9".repeat(1_000_000) },
    ],
    ["a path of 1 MB", "read", { path: "p".repeat(1_000_000) }],
    ["a glob of 300 KB", "glob", { pattern: "[".repeat(300_000) }],
    ["a long name of no tool", "x".repeat(200_000), {}],
    ["half a character as the name of a tool", "\ud800", {}],
    ["half a character as the name of a property", "read", { path: "a.txt", "\ud800": 1 }],
    ["half a character in JSON text", "read", '{"path": "\ud800'],
  ])("%s", async (_, tool, args) => {
    expectBounded(await createTools(await openWorkspace({ "a.txt": "a\n" })).call(tool, args));
  });

  test("it says how many there are in all", async () => {
    const args = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`key${index}`, 1]));
    const result = failureOf(await createTools(fakePorts().ports).call("read", { path: "a", ...args }));
    expect(result.text).toMatch(/"key4".*And 55 more\./s);
    expect(result.text).not.toContain('parameter "key5"');
    expect(result.details["issues"]).toHaveLength(50);
    expect(result.details["issuesCount"]).toBe(60);
    const path = "p".repeat(5_000);
    const broken = createTools(fakePorts({ read: () => Promise.reject(fail("not_found", { path })) }).ports);
    expect(failureOf(await broken.call("read", { path: "a" })).details["path"]).toBe(`${"p".repeat(2_100)}… (cut, 5000 characters in all)`);
  });

  test("a patch says the first five of its faults", async () => {
    const faults = Array.from({ length: 7 }, (_, index) => ({
      code: "not_found" as const,
      patchLine: index + 1,
      details: { path: `${index}.txt` },
    }));
    const apply = (): never => {
      throw fail("patch_invalid", { reason: "no_effect", patchLine: 1, faults });
    };
    const lines = (await createTools(fakePorts({ apply }).ports).call("apply_patch", { patch: "x" })).text.split("\n");
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe("The patch was not applied: 7 faults.");
    expect(lines[5]).toContain('"4.txt"');
    expect(lines[6]).toBe("  and 2 more faults");
  });

  test("of a middleware's failure too", async () => {
    const around: readonly Around[] = [() => Promise.reject(new Error("\ud800".repeat(100_000)))];
    expectBounded(await createTools(fakePorts().ports, { around }).call("read", { path: "a" }));
  });
});

/** An object whose property throws when it is read. */
function throwingAt(key: string): object {
  return Object.defineProperty({}, key, {
    enumerable: true,
    get() {
      throw new Error("not to be read");
    },
  });
}

describe("arguments that cannot be looked through", () => {
  const deepText = `{"path":"q","content":"c","zz":${'{"a":'.repeat(30_000)}1${"}".repeat(30_001)}`;
  const cyclic: Record<string, unknown> = { path: "q", content: "c" };
  cyclic["zz"] = cyclic;
  const throwing = {
    path: "q",
    content: "c",
    get zz(): never {
      throw new Error("not to be read");
    },
  };

  test.each<[string, unknown]>([
    ["nested 30,000 deep, as text", deepText],
    ["nested 30,000 deep", JSON.parse(deepText)],
    ["with a cycle", cyclic],
    ["with a getter that throws", throwing],
  ])("%s: the unknown property is named", async (_, args) => {
    const { ports, calls } = fakePorts();
    const result = failureOf(await createTools(ports).call("write", args));
    expect(result).toMatchObject({
      status: "rejected",
      code: "invalid_arguments",
      details: { issues: [{ at: "zz", problem: "unknown" }] },
    });
    expect(calls).toEqual([]);
  });

  test.each<[string, string, unknown]>([
    ["a getter of a parameter", "default edit", { path: "q", edits: [Object.assign(throwingAt("new_string"), { old_string: "a" })] }],
    ["a getter that a repair looks at", "agentkit edit_file", throwingAt("edits")],
    ["a getter that a repair copies", "agentkit edit_file", Object.assign(throwingAt("zz"), { path: "q", edits: "[]" })],
    ["a proxy", "scope write", new Proxy({}, { ownKeys: () => throwing.zz })],
  ])("%s that throws is a fault of theirs", async (_, named, args) => {
    const [profile, tool] = named.split(" ") as [keyof typeof profiles, string];
    const { ports, calls } = fakePorts();
    const tools = createTools(ports, { profile: profiles[profile] });
    expect(await tools.call(tool, args)).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect(() => tools.mutationPaths(tool, args)).toThrow(expect.objectContaining({ code: "invalid_arguments" }));
    expect(calls).toEqual([]);
  });

  test("a null below an unknown property is nobody's", async () => {
    const args = { path: "q", content: "c", zz: { expected_version: null } };
    const result = failureOf(await createTools(fakePorts().ports).call("write", args));
    expect(result.details["issues"]).toMatchObject([{ at: "zz", problem: "unknown" }]);
    expect(args.zz).toEqual({ expected_version: null });
  });
});
