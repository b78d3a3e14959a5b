import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { samples } from "../../playground/samples.ts";
import { takeSnapshot } from "../../scripts/snapshot.ts";
import { openWorkspace } from "../../test/support/workspace.ts";
import type { TestFiles } from "../../test/support/workspace.ts";
import { createTools, profiles } from "../tools/index.ts";
import type { Around, ToolResult } from "../tools/index.ts";
import type { Transcript } from "./format.ts";
import { parseTranscript } from "./parse.ts";
import { replay } from "./replay.ts";
import type { ReplayEvent, ReplayOptions, ReplayTarget } from "./replay.ts";

const folder = new URL("../../public/transcripts/", import.meta.url);
const sampleNames = readdirSync(folder).sort();

function parsed(text: string): Transcript {
  const result = parseTranscript(text);
  if ("faults" in result) throw new Error(JSON.stringify(result.faults));
  return result.transcript;
}

function transcript(...events: readonly object[]): Transcript {
  return parsed([{ type: "transcript", version: 1 }, ...events].map((event) => JSON.stringify(event)).join("\n"));
}

function sample(name: string): Transcript {
  return parsed(readFileSync(new URL(name, folder), "utf8"));
}

type ProfileName = keyof typeof profiles;

async function target(files: TestFiles = {}, around: readonly Around[] = [], profile: ProfileName = "default"): Promise<ReplayTarget> {
  const workspace = await openWorkspace(files);
  return {
    tools: createTools(workspace, { around, profile: profiles[profile] }),
    async readFile(path) {
      try {
        return new TextDecoder("utf-8", { ignoreBOM: true }).decode((await workspace.readBytes({ path })).bytes);
      } catch {
        return undefined;
      }
    },
    async listFiles() {
      const all = { pattern: "**/*", includeHidden: true, includeIgnored: true, limit: "none", maxBytes: "none" } as const;
      return (await workspace.glob(all)).entries.map(({ path }) => path);
    },
  };
}

async function eventsOf(played: Transcript, on: ReplayTarget, options?: ReplayOptions): Promise<readonly ReplayEvent[]> {
  const events: ReplayEvent[] = [];
  for await (const event of replay(played, on, options)) events.push(event);
  return events;
}

function resultsOf(events: readonly ReplayEvent[]) {
  return events.flatMap((event) => (event.type === "result" ? [event] : []));
}

const call = (id: string, name: string, args: object, more: object = {}) => ({ type: "tool_call", id, name, arguments: args, ...more });

describe("the sample transcripts", () => {
  const project = takeSnapshot(new URL("../..", import.meta.url).pathname);

  const calledIn = (name: string): readonly string[] =>
    sample(name).entries.flatMap(({ event }) => (event.type === "tool_call" && "name" in event ? [String(event.name)] : []));

  test("are in the page's list, and each call of each has an expectation", () => {
    expect(samples.map(({ name }) => `${name}.transcript.jsonl`).sort()).toEqual(sampleNames);
    for (const { name, title } of samples) expect(sample(`${name}.transcript.jsonl`).header.title).toBe(title);
    for (const name of sampleNames) {
      const events = sample(name).entries.map(({ event }) => event);
      const expected = events.flatMap((event) => (event.type === "expect" && "toolCallId" in event ? [event.toolCallId] : []));
      const called = events.flatMap((event) => (event.type === "tool_call" && "id" in event ? [event.id] : []));
      expect(expected).toEqual(called);
      expect(events.at(-1)).toHaveProperty("files");
    }
  });

  test.for(Object.entries(profiles))("together call every tool that the %s profile offers", ([name, { tools }]) => {
    const own = sampleNames.filter((file) => sample(file).header.profile === name);
    const called = new Set(own.flatMap(calledIn));
    expect(tools.map((tool) => tool.name).filter((tool) => !called.has(tool))).toEqual([]);
  });

  test.for(sampleNames)("%s does what it expects", async (name) => {
    const { header } = sample(name);
    const files = header.workspace?.files ?? project;
    const events = await eventsOf(sample(name), await target(files, [], header.profile as ProfileName));
    expect(events.filter((event) => "drift" in event && event.type !== "end" && event.drift.length > 0)).toEqual([]);
    expect(events.at(-1)).toEqual({ type: "end", drift: 0, aborted: false });
    expect(resultsOf(events).every(({ compared }) => compared)).toBe(true);
  });

  test.for(["tour", "failed-edit"])("%s drifts when edit lies", async (name) => {
    const lie: Around = async (asked, next) => (asked.name === "edit" ? edited : next(asked));
    const edited: ToolResult = {
      status: "ok",
      data: { edits_applied: 1, replacements: 1, matched: "exact", bom: false, line_ending: "lf" },
      text: "Applied 1 edit.",
      effects: [],
      meta: { tool: "edit", duration_ms: 0 },
    };
    const events = await eventsOf(sample(`${name}.transcript.jsonl`), await target(project, [lie]));
    const end = events.at(-1);
    expect(end?.type === "end" && end.drift).toBeGreaterThan(0);
  });
});

describe("a recorded call that a middleware changed", () => {
  const redirect: Around = async function redirect(asked, next) {
    return next({ ...asked, arguments: { path: "b.txt" } });
  };

  async function recordedWith(around: readonly Around[]) {
    const { tools } = await target({ "a.txt": "a\n", "b.txt": "b\n" }, around);
    const { images: _, ...result } = await tools.call("read", { path: "a.txt" }, { id: "1" });
    return transcript(call("1", "read", { path: "a.txt" }), { type: "tool_result", toolCallId: "1", ...result });
  }

  test("says what was done, and drifts where nothing is done", async () => {
    const played = await recordedWith([redirect]);
    expect(played.entries[1]?.event).toMatchObject({
      meta: { around: [{ by: "redirect", did: ["changed_call"], call: { tool: "read", arguments: { path: "b.txt" } } }] },
    });
    const files = { "a.txt": "a\n", "b.txt": "b\n" };
    expect(resultsOf(await eventsOf(played, await target(files, [redirect])))[0]?.drift).toEqual([]);
    const drift = resultsOf(await eventsOf(played, await target(files)))[0]?.drift ?? [];
    expect(drift.map(({ path }) => path)).toContain("meta.around");
  });
});

describe("replay", () => {
  test("yields what is said, called and answered, in the order of the file", async () => {
    const played = transcript(
      { type: "message", role: "user", content: "Write it." },
      call("1", "write", { path: "a.txt", content: "one\n" }),
      { type: "expect", toolCallId: "1", status: "ok", data: { bytes_written: 4 } },
      { type: "expect", files: { "a.txt": "one\n" }, exact: true },
    );
    const events = await eventsOf(played, await target());
    expect(events.map(({ type }) => type)).toEqual(["message", "call", "result", "files", "end"]);
    expect(events.at(-1)).toEqual({ type: "end", drift: 0, aborted: false });
  });

  test("names each field that differs from an expectation, with what was wanted and got", async () => {
    const played = transcript(call("1", "read", { path: "a.txt" }), {
      type: "expect",
      toolCallId: "1",
      status: "ok",
      data: { content: "two", total_lines: 1 },
      text_contains: ["one", "three"],
    });
    const events = await eventsOf(played, await target({ "a.txt": "one\n" }));
    expect(resultsOf(events)[0]?.drift).toEqual([
      { path: "data.content", wanted: "two", got: "one" },
      { path: "text", wanted: "three", got: "one" },
    ]);
    expect(events.at(-1)).toMatchObject({ drift: 2 });
  });

  test("compares a recorded result field by field, without the time it took", async () => {
    const on = await target({ "a.txt": "one\n" });
    const recorded = await on.tools.call("read", { path: "a.txt" }, { id: "r" });
    const slow = { ...recorded, meta: { ...recorded.meta, duration_ms: 1234 } };
    const same = transcript(call("1", "read", { path: "a.txt" }), { type: "tool_result", toolCallId: "1", ...slow });
    expect(resultsOf(await eventsOf(same, on))[0]).toMatchObject({ compared: true, drift: [] });

    const changed = { ...slow, text: "other", effects: [{ op: "create", path: "b.txt" }] };
    const differing = transcript(call("1", "read", { path: "a.txt" }), { type: "tool_result", toolCallId: "1", ...changed });
    expect(resultsOf(await eventsOf(differing, on))[0]?.drift).toEqual([
      { path: "text", wanted: "other", got: "one" },
      { path: "effects[0]", wanted: { op: "create", path: "b.txt" }, got: undefined },
    ]);
  });

  test("shows which files are not as expected, and which should not be there", async () => {
    const played = transcript({ type: "expect", files: { "a.txt": "two\n", "gone.txt": null, "missing.txt": "x" }, exact: true });
    const events = await eventsOf(played, await target({ "a.txt": "one\n", ".extra": "e" }));
    expect(events[0]).toMatchObject({
      drift: [
        { path: "a.txt", wanted: "two\n", got: "one\n" },
        { path: "missing.txt", wanted: "x", got: null },
        { path: ".extra", wanted: null, got: "e" },
      ],
    });
  });

  test("sends the model's own text where its arguments were no JSON", async () => {
    const played = transcript({ type: "tool_call", id: "1", name: "read", argumentsText: '{"path":' });
    const [answer] = resultsOf(await eventsOf(played, await target()));
    expect(answer?.result).toMatchObject({ status: "rejected", code: "invalid_arguments", details: { received: '{"path":' } });
    expect(answer?.compared).toBe(false);
  });

  test("issues the calls of a group at once and answers them in order", async () => {
    const asked: string[] = [];
    const release = new Map<string, () => void>();
    const slow: Around = async (one, next) => {
      asked.push(one.id);
      if (one.id === "1") await new Promise<void>((resolve) => release.set("1", resolve));
      else release.get("1")?.();
      return next(one);
    };
    const played = transcript(call("1", "list", {}, { group: "g" }), call("2", "list", {}, { group: "g" }), call("3", "list", {}));
    const events = await eventsOf(played, await target({}, [slow]));
    expect(asked).toEqual(["1", "2", "3"]);
    expect(resultsOf(events).map(({ entry }) => entry.event.id)).toEqual(["1", "2", "3"]);
    expect(events.map(({ type }) => type)).toEqual(["call", "call", "result", "result", "call", "result", "end"]);
  });

  test("waits before each step", async () => {
    const steps: string[] = [];
    const played = transcript(
      { type: "message", role: "assistant", content: "Look." },
      call("1", "list", {}, { group: "g" }),
      call("2", "list", {}, { group: "g" }),
      { type: "expect", files: {} },
    );
    await eventsOf(played, await target(), {
      async before(step) {
        steps.push(step.type === "calls" ? `calls ${step.entries.length}` : step.type);
      },
    });
    expect(steps).toEqual(["message", "calls 2", "files"]);
  });

  test("an abort stops the running call and begins nothing more", async () => {
    const controller = new AbortController();
    const stop: Around = async (one, next) => {
      if (one.id === "2") controller.abort();
      return next(one);
    };
    const write = (id: string) => call(id, "write", { path: `${id}.txt`, content: "" });
    const on = await target({}, [stop]);
    const events = await eventsOf(transcript(write("1"), write("2"), write("3")), on, { signal: controller.signal });
    expect(resultsOf(events).map(({ result }) => (result.status === "ok" ? "ok" : result.code))).toEqual(["ok", "aborted"]);
    expect(events.at(-1)).toEqual({ type: "end", drift: 0, aborted: true });
    expect(await on.listFiles()).toEqual(["1.txt"]);
  });

  test("shows a host's catalog that throws as a result, and goes on", async () => {
    const on = { ...(await target()), tools: { call: () => Promise.reject(new Error("no line")) } };
    const events = await eventsOf(transcript(call("1", "list", {}), { type: "message", role: "assistant", content: "Hm." }), on);
    expect(resultsOf(events)[0]?.result).toMatchObject({ status: "uncertain", code: "io_error" });
    expect(events.map(({ type }) => type)).toEqual(["call", "result", "message", "end"]);
  });

  test("shows events of types it does not know", async () => {
    const note = { type: "note", text: "kept" };
    const events = await eventsOf(transcript(note), await target());
    expect(events[0]).toEqual({ type: "other", entry: { line: 2, event: note } });
  });
});
