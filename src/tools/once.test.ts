import { describe, expect, test } from "vitest";
import { openLogWorkspace, type LogWorkspace } from "../../test/support/log-workspace.ts";
import { openWorkspace, treeOf } from "../../test/support/workspace.ts";
import { fakePorts } from "../../test/support/fake-ports.ts";
import { createTools, type Catalog } from "./catalog.ts";

function toolsOf(workspace: Pick<LogWorkspace, "portsFor" | "ledger">, name = "model"): Catalog {
  return createTools(workspace.portsFor({ actor: name }), { name, ...(workspace.ledger && { ledger: workspace.ledger }) });
}

const edit = { path: "a.txt", edits: [{ old_string: "a", new_string: "aa" }] };

describe("the same call id again", () => {
  test("is answered as before and changes nothing, in this life and in the next", async () => {
    const first = await openLogWorkspace();
    await first.write({ path: "a.txt", content: "a" });
    const result = await toolsOf(first).call("edit", edit, { id: "c" });
    expect(result).toMatchObject({ status: "ok", effects: [{ op: "modify", path: "a.txt" }] });
    const tools = toolsOf(first);
    expect(await tools.call("edit", edit, { id: "c" })).toEqual(result);
    expect(await tools.call("edit", JSON.stringify({ edits: edit.edits, path: "a.txt" }), { id: "c" })).toEqual(result);
    const second = await first.reopen();
    expect(await toolsOf(second).call("edit", edit, { id: "c" })).toEqual(result);
    expect(treeOf(second.log)).toEqual({ "a.txt": "aa" });
    expect(await toolsOf(second).fate("c")).toEqual({ state: "completed", effects: result.effects, result });
  });

  test("with other arguments or another tool is refused, by whoever", async () => {
    const workspace = await openLogWorkspace();
    const tools = toolsOf(workspace);
    await tools.call("create", { path: "a.txt", content: "a" }, { id: "c" });
    for (const again of [workspace, await workspace.reopen()]) {
      for (const [tool, args] of [
        ["create", { path: "b.txt", content: "a" }],
        ["write", { path: "a.txt", content: "a" }],
        ["read", { path: "a.txt" }],
      ] as const)
        expect(await toolsOf(again, "other").call(tool, args, { id: "c" })).toMatchObject({
          status: "rejected",
          code: "invalid_arguments",
          details: { issues: [{ at: "id", problem: "taken" }] },
        });
    }
    expect(treeOf(workspace.log)).toEqual({ "a.txt": "a" });
  });

  test("of another catalog is another call, and never answered by what this one did", async () => {
    const workspace = await openLogWorkspace();
    const args = { path: "a.txt", content: "1" };
    await toolsOf(workspace, "one").call("write", args, { id: "call_0" });
    await workspace.remove({ path: "a.txt" });
    const result = await toolsOf(workspace, "two").call("write", args, { id: "call_0" });
    expect(result).toMatchObject({ status: "rejected", code: "invalid_arguments", details: { issues: [{ at: "id", problem: "taken" }] } });
    expect(result.text).toContain(
      'The id "call_0" is that of another call. Nothing was done now: make this one again with an id of its own.',
    );
    expect(treeOf(workspace.log)).toEqual({});
  });

  test("is made again where it changed nothing", async () => {
    const workspace = await openLogWorkspace();
    const tools = toolsOf(workspace);
    expect(await tools.call("edit", edit, { id: "c" })).toMatchObject({ status: "rejected", code: "not_found" });
    expect(await tools.fate("c")).toEqual({ state: "not_started" });
    await workspace.write({ path: "a.txt", content: "a" });
    expect(await tools.call("edit", { ...edit, dry_run: true }, { id: "c" })).toMatchObject({ status: "ok", effects: [] });
    expect(await tools.call("edit", edit, { id: "c" })).toMatchObject({ status: "ok" });
    expect(await tools.call("read", { path: "a.txt" }, { id: "r" })).toMatchObject({ status: "ok" });
    expect(await tools.call("read", { path: "." }, { id: "r" })).toMatchObject({ code: "not_a_file" });
  });

  test("waits for the first, and does not do it twice", async () => {
    const workspace = await openLogWorkspace();
    const [one, two] = [toolsOf(workspace), toolsOf(workspace)]; // as of two pages
    await workspace.write({ path: "a.txt", content: "a" });
    const results = [one.call("edit", edit, { id: "c" }), two.call("edit", edit, { id: "c" })];
    expect(await one.fate("c")).toMatchObject({ state: "running" });
    expect(await results[0]).toEqual(await results[1]);
    expect(treeOf(workspace.log)).toEqual({ "a.txt": "aa" });
  });

  test("is answered from what it changed where the worker died before it could answer", async () => {
    const workspace = await openLogWorkspace();
    await workspace.write({ path: "a.txt", content: "a" });
    let files: ReadonlyMap<string, Uint8Array> | undefined;
    workspace.log.watch(({ origin }) => {
      if (origin.callId === "c") files = new Map([...workspace.folder.files].map(([name, bytes]) => [name, bytes.slice()]));
    });
    const { effects } = await toolsOf(workspace).call("edit", edit, { id: "c" });
    const tools = toolsOf(await workspace.reopen(files));
    expect(await tools.fate("c")).toEqual({ state: "interrupted", effects });
    const again = await tools.call("edit", edit, { id: "c" });
    expect(again).toEqual({ status: "ok", data: {}, effects, text: again.text, meta: { tool: "edit", recovered: true, duration_ms: 0 } });
    expect(again.text).toBe(
      'This call was made before, and nothing was done now. Its answer is not known any more; it changed:\n  changed "a.txt"',
    );
    expect(await tools.call("write", { path: "a.txt", content: "x" }, { id: "c" })).toMatchObject({ code: "invalid_arguments" });
  });

  test("of a call that failed after it had changed something, too", async () => {
    const workspace = await openWorkspace({ "a.txt": "a" });
    const tools = createTools(
      {
        async write(request, context) {
          await workspace.write(request, context);
          throw new Error("the line broke");
        },
      },
      { ...(workspace.ledger && { ledger: workspace.ledger }) },
    );
    const args = { path: "a.txt", content: "b" };
    const failed = await tools.call("write", args, { id: "c" });
    expect(failed).toMatchObject({ status: "uncertain" });
    await workspace.write({ path: "a.txt", content: "c" });
    expect(await tools.call("write", args, { id: "c" })).toEqual(failed);
    expect(treeOf(workspace.volume)).toEqual({ "a.txt": "c" });
  });

  test("a long answer is not kept, what it says of its changes is", async () => {
    const workspace = await openLogWorkspace();
    const many = Array.from(
      { length: 1_200 },
      (_, n) => `diff --git a/${n} b/${n}\nnew file mode 100644\n--- /dev/null\n+++ b/${n}\n@@ -0,0 +1 @@\n+${n}\n`,
    );
    const args = { patch: many.join("") };
    const result = await toolsOf(workspace).call("apply_patch", args, { id: "c" });
    expect(result).toMatchObject({ status: "ok" });
    const tools = toolsOf(await workspace.reopen());
    expect(await tools.fate("c")).toEqual({ state: "completed", effects: result.effects });
    expect(await tools.call("apply_patch", args, { id: "c" })).toMatchObject({
      status: "ok",
      effects: result.effects,
      meta: { recovered: true },
    });
  });
});

test("a call without an id gets one that no earlier life gave", async () => {
  const first = await openLogWorkspace();
  const ids = new Set<string | undefined>();
  let workspace = first;
  for (let life = 0; life < 3; life++) {
    const stop = workspace.log.watch(({ origin, changed }) => changed.length > 0 && origin.by === "tool" && ids.add(origin.callId));
    const tools = toolsOf(workspace);
    for (let n = 0; n < 3; n++)
      expect(await tools.call("write", { path: "a.txt", content: `${life}.${n}` })).toMatchObject({ status: "ok" });
    stop();
    workspace = await workspace.reopen();
  }
  expect(ids.size).toBe(9);
});

test("without a ledger nothing is known of calls", () => {
  expect(() => createTools(fakePorts().ports).fate("c")).toThrow(expect.objectContaining({ code: "unavailable" }));
});
