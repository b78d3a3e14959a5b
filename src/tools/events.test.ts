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

/** Appends to what the call answered. */
const withDiagnostics: Around = async (call, next) => {
  const result = await next(call);
  return call.name === "write" ? { ...result, text: `${result.text}\n[1 problem: line 1]` } : result;
};

test("tell of a call that a middleware further in breaks", async () => {
  const events: ToolEvent[] = [];
  const broken: Around = () => Promise.reject(new Error("no"));
  const tools = await open([
    toolEvents(
      (event) => events.push(event),
      () => 0,
    ),
    broken,
  ]);
  await tools.call("read", { path: "secret.txt" }, { id: "c1" });
  await tools.call("x".repeat(1_000), {}, { id: "c2" });
  expect(events).toMatchObject([
    { id: "c1", tool: "read", status: "rejected", code: "io_error" },
    { id: "c2", tool: `${"x".repeat(200)}…` },
  ]);
});

describe("around a middleware that appends", () => {
  test("they tell of what the model reads", async () => {
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
