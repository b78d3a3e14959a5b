import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryFolder, filesAfter, type MemoryFolder, type Step } from "../../../test/support/memory-folder.ts";
import { batches, linesOf, outcomeOf } from "../../../test/support/volume-model.ts";
import { breathe } from "../../core/cancel.ts";
import { isPortsideError } from "../../core/errors.ts";
import { encode } from "../../core/text.ts";
import { createMemoryVolume } from "../memory.ts";
import type { Batch, Change } from "../volume.ts";
import { segmentHeader } from "./format.ts";
import { openLogVolume, type LogVolume, type LogVolumeOptions } from "./log-volume.ts";

const host = { by: "host" } as const;
const small: LogVolumeOptions = { segmentBytes: 600, cacheBytes: 0 };
const put = (path: string, text: string): Change => ({ op: "put", path: `/${path}`, bytes: encode(text) });

/** Batches that make, overwrite, move and delete, so that there is something to compact. */
const story: readonly Batch[] = [
  [{ op: "mkdir", path: "/d" }, put("d/a", "first")],
  [put("d/a", "x".repeat(300)), put("b", "b")],
  [{ op: "rename", from: "/d", to: "/e" }, put("e/c", "c"), { op: "symlink", path: "/l", target: "e/c" }],
  [put("e/a", "y".repeat(500)), { op: "mode", path: "/e/a", executable: true }],
  [put("e/a", "z".repeat(400)), { op: "remove", path: "/b" }],
  [put("e/a", "end"), { op: "rename", from: "/e/c", to: "/c" }],
  [put("e/a", "w".repeat(700))],
  [put("c", "v".repeat(700)), put("empty", "")],
  [put("c", "u".repeat(30)), { op: "remove", path: "/e/a" }],
].map((changes, index) => ({ changes: changes as Change[], origin: { by: "tool", callId: `call-${index}` } }));

interface Told {
  readonly folder: MemoryFolder;
  /** What the tree was after each batch, and how much had been done when that was told. */
  readonly states: readonly { readonly lines: readonly string[]; readonly steps: number }[];
}

/** "beside": compaction goes on while batches are committed, and files take their time to open. */
async function tell(compacting: boolean | "beside"): Promise<Told> {
  const folder = createMemoryFolder(compacting === "beside" ? { opening: breathe } : {});
  const volume = await openLogVolume("log", folder, small);
  const states = [{ lines: linesOf(volume), steps: folder.steps.length }];
  for (const batch of story) {
    await volume.commit(batch);
    states.push({ lines: linesOf(volume), steps: folder.steps.length });
    if (compacting === true) await volume.compact();
    if (compacting === "beside") void volume.compact();
    if (compacting === "beside") await breathe();
  }
  await volume.close();
  return { folder, states };
}

async function reopen(files: ReadonlyMap<string, Uint8Array>): Promise<{ readonly volume: LogVolume; readonly lines: readonly string[] }> {
  const volume = await openLogVolume("log", createMemoryFolder({ files }), small);
  return { volume, lines: linesOf(volume) };
}

describe("reopened", { timeout: 60_000 }, () => {
  test("is what a memory volume is after the same batches, with a restart and a compaction anywhere", async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: batches },
      { weight: 1, arbitrary: fc.constantFrom("reopen" as const, "compact" as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const folder = createMemoryFolder();
        const memory = createMemoryVolume();
        let volume = await openLogVolume("log", folder, small);
        await volume.commit({ changes: [{ op: "mkdir", path: "/workspace" }], origin: host });
        for (const each of steps) {
          if (each === "compact") await volume.compact();
          if (each === "reopen") {
            await volume.close();
            volume = await openLogVolume("log", folder, small);
          }
          const outcomes = typeof each === "string" ? [] : [await outcomeOf(volume, each), await outcomeOf(memory, each)];
          expect(outcomes[0]).toEqual(outcomes[1]);
          expect(linesOf(volume)).toEqual(linesOf(memory));
        }
        await volume.close();
        const { volume: again, lines } = await reopen(folder.files);
        expect(lines).toEqual(linesOf(memory));
        expect(again.notes).toEqual([]);
        for (let call = 0; call < 10; call++) expect(again.committed(`call-${call}`)).toBe(memory.committed(`call-${call}`));
      }),
      { numRuns: 150 },
    );
  });

  test("still knows the last 10,000 calls, and goes on counting", async () => {
    const folder = createMemoryFolder();
    const volume = await openLogVolume("log", folder);
    for (let call = 0; call < 10_001; call++) await volume.commit({ changes: [], origin: { by: "tool", callId: `${call}` } });
    await volume.close();
    const { volume: again } = await reopen(folder.files);
    expect(["0", "1", "10000"].map(again.committed)).toEqual([undefined, 2, 10_001]);
    expect(await again.commit({ changes: [], origin: host })).toMatchObject({ sequence: 10_002 });
  });

  test("the story compacts, and leaves few segments", async () => {
    const { folder } = await tell(true);
    expect(folder.files.has("segment-1")).toBe(false);
    expect([...folder.files.keys()].filter((name) => name.startsWith("segment-")).length).toBeLessThanOrEqual(4);
  });
});

/** Every step cut short, and writes in the middle too. */
function* prefixes(steps: readonly Step[]): Generator<readonly Step[]> {
  for (const [index, step] of steps.entries()) {
    const before = steps.slice(0, index);
    yield before;
    if (step.op !== "write") continue;
    const { length } = step.bytes;
    for (const part of new Set([1, 7, 15, 16, 17, length >> 1, length - 1])) {
      if (part > 0 && part < length) yield [...before, { ...step, bytes: step.bytes.subarray(0, part) }];
    }
  }
  yield steps;
}

describe("killed", { timeout: 60_000 }, () => {
  test.each([false, true, "beside"] as const)(
    "after any step it holds every batch that was told, and no part of another (compacting: %s)",
    async (compacting) => {
      const { folder, states } = await tell(compacting);
      for (const prefix of prefixes(folder.steps)) {
        const last = states.findLastIndex(({ steps }) => steps <= completed(prefix, folder.steps));
        const { volume, lines } = await reopen(filesAfter(prefix));
        const possible = [states[Math.max(last, 0)]?.lines, states[last + 1]?.lines];
        expect(possible).toContainEqual(lines);
        await volume.commit({ changes: [put("after", "it goes on")], origin: host });
        await volume.compact();
        await volume.close();
      }
    },
  );
});

test("a large file can be moved while others are written, and the process killed at any moment", { timeout: 60_000 }, async () => {
  const folder = createMemoryFolder();
  const volume = await openLogVolume("log", folder, { segmentBytes: 100_000, cacheBytes: 0 });
  const large = (fill: number, size: number): Uint8Array => new Uint8Array(size).fill(fill);
  const states: { readonly lines: readonly string[]; readonly steps: number }[] = [];
  async function commit(...changes: Change[]): Promise<void> {
    await volume.commit({ changes, origin: host });
    states.push({ lines: linesOf(volume), steps: folder.steps.length });
  }
  await commit({ op: "put", path: "/kept", bytes: large(1, 700_000) }, { op: "put", path: "/replaced", bytes: large(2, 600_000) });
  for (let fill = 3; fill < 6; fill++) await commit({ op: "put", path: "/garbage", bytes: large(fill, 900_000) });
  await commit({ op: "remove", path: "/garbage" }, { op: "put", path: "/replaced", bytes: large(9, 500_000) });
  const compacting = volume.compact();
  for (let index = 0; index < 6; index++) {
    await breathe();
    await commit(
      put(`while-${index}`, "written meanwhile"),
      ...(index === 4 ? [{ op: "rename", from: "/kept", to: "/moved" } as const] : []),
    );
  }
  await compacting;
  const sizes = [...folder.files].filter(([name]) => name.startsWith("segment-")).map(([, bytes]) => bytes.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000);
  const beforeCompaction = states[5]?.steps ?? 0;
  for (let done = beforeCompaction; done <= folder.steps.length; done++) {
    const last = states.findLastIndex(({ steps }) => steps <= done);
    const { lines } = await reopen(filesAfter(folder.steps.slice(0, done)));
    expect([states[last]?.lines, states[last + 1]?.lines]).toContainEqual(lines);
  }
});

/** How many steps of the prefix were done wholly. */
function completed(prefix: readonly Step[], steps: readonly Step[]): number {
  return prefix.at(-1) === steps[prefix.length - 1] ? prefix.length : prefix.length - 1;
}

describe("damaged", { timeout: 60_000 }, () => {
  test.each([false, true])("in any one byte it opens as it was earlier, or says what is wrong (compacted: %s)", async (compacted) => {
    const { folder, states } = await tell(compacted);
    const texts = new Set(states.map(({ lines }) => lines.join("\n")));
    for (const [name, bytes] of folder.files) {
      if (name === "reserve") continue;
      for (let at = 0; at < bytes.length; at++) {
        const files = new Map(folder.files);
        const flipped = bytes.slice();
        flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
        files.set(name, flipped);
        expect(await told(files, texts)).toBe("well");
      }
    }
  });

  test("cut anywhere in its last segment it opens as it was earlier", async () => {
    const { folder, states } = await tell(false);
    const texts = new Set(states.map(({ lines }) => lines.join("\n")));
    const last = [...folder.files.keys()]
      .filter((name) => name.startsWith("segment-"))
      .toSorted()
      .at(-1) as string;
    const bytes = folder.files.get(last) as Uint8Array;
    for (let length = 0; length < bytes.length; length++) {
      const { lines } = await reopen(new Map([...folder.files, [last, bytes.slice(0, length)]]));
      expect(texts).toContain(lines.join("\n"));
    }
  });

  test.each([0, 20])("a tail is cut too when the next segment is there, with %s bytes and no record", async (next) => {
    const folder = createMemoryFolder();
    const first = await openLogVolume("log", folder);
    await first.commit({ changes: [put("a", "1")], origin: host });
    const lines = linesOf(first);
    await first.commit({ changes: [put("a", "2")], origin: host });
    await first.close();
    const torn = (folder.files.get("segment-1") as Uint8Array).slice(0, -1);
    const empty = segmentHeader(2).slice(0, next);
    const { volume, lines: found } = await reopen(new Map([...folder.files, ["segment-1", torn], ["segment-2", empty]]));
    expect(found).toEqual(lines);
    expect(volume.notes).toEqual([expect.objectContaining({ kind: "tail_cut", segment: 1 })]);
    await volume.commit({ changes: [put("a", "3")], origin: host });
    await volume.close();
  });

  test("a cut tail is told", async () => {
    const folder = createMemoryFolder();
    const first = await openLogVolume("log", folder);
    await first.commit({ changes: [put("a", "1")], origin: host });
    const offset = folder.files.get("segment-1")?.length ?? 0;
    await first.commit({ changes: [put("a", "2")], origin: host });
    await first.close();
    const bytes = folder.files.get("segment-1") as Uint8Array;
    const { volume } = await reopen(new Map([...folder.files, ["segment-1", bytes.slice(0, -1)]]));
    expect(volume.notes).toEqual([{ kind: "tail_cut", segment: 1, offset, bytes: bytes.length - 1 - offset }]);
  });
});

/** What a reader is told of these files: an earlier state, or what is wrong with them. */
async function told(files: ReadonlyMap<string, Uint8Array>, earlier: ReadonlySet<string>): Promise<string> {
  try {
    const { lines, volume } = await reopen(files);
    await volume.close();
    // A file whose bytes are damaged is there and says so when it is read.
    const isEarlier = earlier.has(lines.join("\n"));
    return isEarlier || lines.some((line) => line.includes("io_error")) ? "well" : `another state: ${lines.join("\n")}`;
  } catch (error) {
    if (!isPortsideError(error, "unavailable")) throw error;
    return /damaged|format/.test(error.details.reason) ? "well" : error.message;
  }
}

describe("failing", () => {
  test.each(["write", "flush", "truncate", "create", "remove"] as const)(
    "at any %s a batch is done or not done, now and when it is opened again",
    async (op) => {
      const { folder } = await tell(true);
      const count = folder.steps.filter((step) => step.op === op).length;
      const faults: unknown[] = [];
      for (let nth = 1; nth <= count; nth++) faults.push(...(await tellWithFault(op, nth)));
      expect(faults).toEqual([]);
    },
  );
});

/** What went wrong besides the fault itself. */
async function tellWithFault(op: Step["op"], nth: number): Promise<readonly unknown[]> {
  let seen = 0;
  const folder = createMemoryFolder({
    before: (step) => {
      if (step.op === op && ++seen === nth) throw new Error("the disk says no");
    },
  });
  const volume = await openLogVolume("log", folder, small).catch(() => undefined);
  if (!volume) return [];
  const faults: unknown[] = [];
  for (const batch of story) {
    const before = linesOf(volume).join("\n");
    const outcome = await outcomeOf(volume, batch);
    if (typeof outcome === "string" && linesOf(volume).join("\n") !== before) faults.push({ op, nth, batch, outcome });
    await volume.compact();
  }
  const lines = linesOf(volume).join("\n");
  await volume.close().catch(() => undefined);
  const { lines: later } = await reopen(folder.files);
  return lines === later.join("\n") ? faults : [...faults, { op, nth, lines, later }];
}
