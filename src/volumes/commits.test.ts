import { afterEach, expect, test, vi } from "vitest";
import { createCommits } from "./commits.ts";
import type { CommitEvent } from "./volume.ts";

const host = { by: "host" } as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what a listener throws is reported, and the others are told all the same", () => {
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
  const { record, watch } = createCommits();
  const error = new Error("broken listener");
  const heard: number[] = [];
  watch(() => {
    throw error;
  });
  watch(({ sequence }) => heard.push(sequence));
  expect([record(host, []), record(host, [])]).toEqual([1, 2]);
  expect(heard).toEqual([1, 2]);
  expect(reported).toEqual([error, error]);
});

test("without reportError, what a listener throws is thrown where only the host can catch it", () => {
  const later: (() => void)[] = [];
  vi.stubGlobal("reportError", undefined);
  vi.stubGlobal("queueMicrotask", (task: () => void) => later.push(task));
  const { record, watch } = createCommits();
  watch(() => {
    throw new Error("broken listener");
  });
  expect(record(host, [])).toBe(1);
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow("broken listener");
});

test("events that listeners cause wait for their turn, however deep", () => {
  const { record, watch } = createCommits();
  const heard: string[] = [];
  watch(({ sequence }) => {
    heard.push(`a${sequence}`);
    if (sequence < 3) record(host, []);
  });
  watch(({ sequence }) => heard.push(`b${sequence}`));
  record(host, []);
  expect(heard).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
});

test("a listener hears only commits that were made after it began to listen", () => {
  const { record, watch } = createCommits();
  const late: CommitEvent[] = [];
  watch(({ sequence }) => {
    if (sequence > 1) return;
    record(host, []);
    watch((event) => late.push(event));
  });
  record(host, []);
  expect(late).toEqual([]);
  record(host, []);
  expect(late.map(({ sequence }) => sequence)).toEqual([3]);
});

test("a listener that was ended by another one is not called any more", () => {
  const { record, watch } = createCommits();
  const heard: number[] = [];
  watch(() => end());
  const end = watch(({ sequence }) => heard.push(sequence));
  record(host, []);
  expect(heard).toEqual([]);
});

test("10,000 call ids are remembered, the one that committed longest ago is forgotten first", () => {
  const { record, committed } = createCommits();
  for (let call = 0; call < 10_000; call++) record({ by: "tool", callId: `c${call}` }, []);
  record({ by: "tool", callId: "c0" }, []);
  record({ by: "tool", callId: "one more" }, []);
  expect(committed("c0")).toBe(10_001);
  expect(committed("c1")).toBeUndefined();
  expect(committed("c2")).toBe(3);
});
