import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../test/support/workspace.ts";
import type { Around } from "./around.ts";
import { createTools } from "./catalog.ts";
import { toolEvents, type ToolEvent } from "./events.ts";

async function open(around: readonly Around[]) {
  const workspace = await openWorkspace({ "secret.txt": "s3cret\n", ".hidden": "" });
  return createTools(workspace, { around });
}

describe("events", () => {
  test("tell of each call in numbers, and nothing of what it holds", async () => {
    let now = 0;
    const events: ToolEvent[] = [];
    const tools = await open([
      toolEvents(
        (event) => events.push(event),
        () => (now += 5),
      ),
    ]);
    await tools.call("read", { path: "secret.txt" }, { id: "c1" });
    await tools.call("glob", { pattern: "*" }, { id: "c2" });
    await tools.call("read", { path: "none" }, { id: "c3" });
    expect(events).toMatchObject([
      { id: "c1", tool: "read", status: "ok", bytes: 6, tokens: 2, ms: 5 },
      { id: "c2", tool: "glob", status: "ok", skipped: { hidden: 1 } },
      { id: "c3", tool: "read", status: "rejected", code: "not_found" },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/s3cret|secret\.txt/);
  });
});

/** An example of a middleware: refuses content in which a model stands for code by a comment. */
const refusePlaceholders: Around = async (call, next) => {
  const placeholder = /(?:\/\/|#|<!--)\s*\.{3}\s*(?:rest|remaining|existing|previous)\b[^\n]*/i.exec(JSON.stringify(call.arguments));
  if (!placeholder || call.name === "grep") return next(call);
  const text = "The content stands for code by a comment. Write the code itself, or use edit for the part that changes.";
  const details = { path: "", capability: "write", reason: "placeholder" };
  return { status: "rejected", code: "permission_denied", details, text, effects: [], meta: { tool: call.name, duration_ms: 0 } };
};

/** Another: appends one bounded block to what the call answered. */
const withDiagnostics: Around = async (call, next) => {
  const result = await next(call);
  return call.name === "write" ? { ...result, text: `${result.text}\n[1 problem: line 1]` } : result;
};

describe("middlewares", () => {
  test("may refuse a call before it is made", async () => {
    const tools = await open([refusePlaceholders]);
    const content = "function a() {\n  // ... rest of the code\n}\n";
    expect(await tools.call("write", { path: "a.ts", content })).toMatchObject({ status: "rejected", details: { reason: "placeholder" } });
    expect(await tools.call("read", { path: "a.ts" })).toMatchObject({ code: "not_found" });
    expect(await tools.call("write", { path: "a.ts", content: "call(...rest);\n" })).toMatchObject({ status: "ok" });
  });

  test("may append to the answer, and those further out see it", async () => {
    const events: ToolEvent[] = [];
    const tools = await open([
      toolEvents(
        (event) => events.push(event),
        () => 0,
      ),
      withDiagnostics,
    ]);
    const result = await tools.call("write", { path: "a.ts", content: "x" });
    expect(result.text).toMatch(/\n\[1 problem: line 1\]$/);
    expect(events[0]?.bytes).toBe(result.text.length);
  });
});
