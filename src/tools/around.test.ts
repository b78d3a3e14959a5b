import { describe, expect, test } from "vitest";
import { fakePorts } from "../../test/support/fake-ports.ts";
import { openWorkspace } from "../../test/support/workspace.ts";
import { createPermissions } from "../policy/permissions.ts";
import type { Around } from "./around.ts";
import { createTools } from "./catalog.ts";
import type { ToolResult } from "./result.ts";

const write = { path: "a.txt", content: "x" };

async function around(...middlewares: readonly Around[]) {
  return createTools(await openWorkspace({ "a.txt": "one\n" }), { around: middlewares });
}

function refusing(call: Parameters<Around>[0]): ToolResult {
  const details = { path: "", capability: "write", reason: "no" };
  const meta = { tool: call.name, duration_ms: 0 };
  return { status: "rejected", code: "permission_denied", details, text: "No.", effects: [], meta };
}

describe("what a middleware did is in the result", () => {
  const redirect: Around = async function redirect(call, next) {
    return next({ ...call, arguments: { path: "a.txt" } });
  };
  const diagnose: Around = async function diagnose(call, next) {
    const result = await next(call);
    return { ...result, text: `${result.text}\n[Diagnostics: none.]` };
  };

  test("nothing where all only watch", async () => {
    const watch: Around = async (call, next) => next({ ...call });
    const result = await (await around(watch, watch)).call("read", { path: "a.txt" });
    expect(result.meta).not.toHaveProperty("around");
  });

  test("a changed call and what was appended, the innermost first", async () => {
    const result = await (await around(diagnose, redirect)).call("read", { path: "b.txt" });
    expect(result.text).toBe("one\n[Diagnostics: none.]");
    expect(result.meta.around).toEqual([
      { by: "redirect", did: ["changed_call"], call: { tool: "read", arguments: { path: "a.txt" } } },
      { by: "diagnose", did: ["appended"] },
    ]);
  });

  test.each<[string, Around, readonly string[]]>([
    ["one that refuses", async (call) => refusing(call), ["refused"]],
    ["one that answers", async (call) => ({ ...refusing(call), status: "ok", data: {} }), ["answered"]],
    ["one that repeats", async (call, next) => (await next(call), next(call)), ["repeated"]],
    ["one that changes the answer", async (call, next) => ({ ...(await next(call)), data: {} }) as ToolResult, ["changed_answer"]],
    ["one that replaces the text", async (call, next) => ({ ...(await next(call)), text: "two" }), ["changed_answer"]],
    ["one that throws", () => Promise.reject(new Error("no")), ["failed"]],
  ])("%s", async (_, middleware, did) => {
    const passing: Around = async (call, next) => next(call);
    const result = await (await around(passing, middleware)).call("read", { path: "a.txt" });
    expect(result.meta.around).toEqual([{ by: "middleware 2", did }]);
  });

  test("long arguments of a changed call are cut", async () => {
    const enlarge: Around = (call, next) => next({ ...call, arguments: { path: "a.txt", content: "x".repeat(10_000) } });
    const [note] = (await (await around(enlarge)).call("write", write)).meta.around ?? [];
    expect(JSON.stringify(note?.call).length).toBeLessThan(2_300);
    expect(note?.call?.arguments).toMatchObject({ content: expect.stringContaining("(cut, 10000 characters in all)") as string });
  });
});

test("what throws further in is an answer to those further out, which may mend it", async () => {
  const broken: Around = async (call, next) => {
    if (call.arguments === write) throw new Error("no");
    return next(call);
  };
  const again: Around = async (call, next) => {
    const first = await next(call);
    return first.status === "rejected" ? next({ ...call, arguments: { ...write } }) : first;
  };
  const result = await (await around(again, broken)).call("write", write);
  expect(result).toMatchObject({ status: "ok", meta: { around: [{ did: ["failed"] }, { did: ["changed_call", "repeated"] }] } });
});

describe("what a middleware changes in a call", () => {
  test("is validated as if the model had sent it", async () => {
    const misspell: Around = (call, next) => next({ ...call, arguments: { pth: "a.txt" } });
    expect(await (await around(misspell)).call("read", { path: "a.txt" })).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ problem: "missing" }, { at: "pth" }] },
    });
  });

  test("is asked for as it will be done, not as it was sent", async () => {
    const asked: string[] = [];
    const permissions = createPermissions({
      mode: "ask",
      authorize: ({ targets }) => (asked.push(...targets.map(({ path }) => path)), { allow: true }),
    });
    const workspace = await openWorkspace();
    const elsewhere: Around = (call, next) => next({ ...call, arguments: { path: "b.txt", content: "x" } });
    const tools = createTools(workspace.portsFor({ guards: [permissions] }), { around: [elsewhere] });
    expect(await tools.call("write", write)).toMatchObject({ status: "ok", effects: [{ path: "b.txt" }] });
    expect(asked).toEqual(["b.txt"]);
  });
});

describe("what comes out", () => {
  const result =
    (change: object): Around =>
    async (call, next) => ({ ...(await next(call)), ...change });

  test.each<[string, object]>([
    ["another status", { status: "fine" }],
    ["no text", { text: undefined }],
    ["half a character", { text: "\ud800" }],
    ["effects that are none", { effects: [{ op: "create" }] }],
    ["effects left out", { effects: [] }],
    ["no tool", { meta: {} }],
    ["a code that there is not", { status: "partial", code: "oops", details: {} }],
    ["a failure without details", { status: "partial", code: "io_error", details: undefined }],
    ["a rejection after the change", { status: "rejected", code: "io_error", details: {} }],
    ["a text that is 8,193 bytes longer", { text: "x".repeat(8_193 + 'Replaced "a.txt": 1 byte stored, now version 2.'.length) }],
  ])("with %s is a failure that tells what was changed", async (_, change) => {
    expect(await (await around(result(change))).call("write", write)).toMatchObject({
      status: "partial",
      code: "io_error",
      details: { operation: "around" },
      effects: [{ op: "modify", path: "a.txt" }],
      meta: { around: [{ did: ["changed_answer"] }] },
    });
  });

  test("may be 8,192 bytes longer", async () => {
    const append: Around = async (call, next) => {
      const inner = await next(call);
      return { ...inner, text: inner.text + "é".repeat(4_096) };
    };
    expect((await (await around(append)).call("write", write)).status).toBe("ok");
  });

  test("of an uncertain change stays uncertain", async () => {
    const { ports } = fakePorts({ write: () => Promise.reject(new Error("gone")) });
    const sure: Around = async (call, next) => (await next(call), refusing(call));
    const told = await createTools(ports, { around: [sure] }).call("write", write);
    expect(told).toMatchObject({ status: "uncertain", details: { operation: "around" } });
  });

  test("has the effects of every call that was made", async () => {
    const both: Around = async (call, next) => {
      const first = await next(call);
      const second = await next({ ...call, arguments: { path: "b.txt", content: "" } });
      return { ...second, effects: [...first.effects, ...second.effects] };
    };
    expect(await (await around(both)).call("write", write)).toMatchObject({
      status: "ok",
      effects: [{ path: "a.txt" }, { path: "b.txt" }],
    });
    const last: Around = async (call, next) => (await next(call), next({ ...call, arguments: { path: "b.txt", content: "" } }));
    expect(await (await around(last)).call("write", write)).toMatchObject({
      status: "partial",
      effects: [{ path: "a.txt" }, { path: "b.txt" }],
    });
  });
});
