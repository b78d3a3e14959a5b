import { describe, expect, test } from "vitest";
import type { Effect } from "../core/effects.ts";
import { PortsideError } from "../core/errors.ts";
import { effectsOf } from "../volumes/change-set.ts";
import { decorate } from "../volumes/decorate.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import { checkBatch } from "../volumes/preconditions.ts";
import type { Batch, CommitEvent, Receipt, Volume } from "../volumes/volume.ts";
import { registerCases } from "./suite.ts";
import type { Case } from "./suite.ts";
import { volumeCases } from "./volume.ts";

/** A memory volume with one member replaced by something that is wrong. */
function broken(members: (memory: Volume) => Partial<Volume>): Volume {
  const memory = createMemoryVolume();
  return decorate(memory, members(memory));
}

function commitOf(memory: Volume, batch: Batch): Receipt {
  return memory.commit(batch) as Receipt;
}

/** Atomic per file and without a check of the whole batch: what is applied before a refusal stands, and `tell` says what. */
function stepwise(tell: (effects: Effect[]) => Effect[]): Volume {
  return broken((memory) => ({
    capabilities: { ...memory.capabilities, atomic: "file" },
    commit({ origin, changes }) {
      const receipts: Receipt[] = [];
      const effects: Effect[] = [];
      for (const change of changes) {
        try {
          const [before] = checkBatch(memory, [change]);
          const receipt = commitOf(memory, { origin, changes: [change] });
          receipts.push(receipt);
          effects.push(...effectsOf({ changes: [change], before: [before ?? {}], after: receipt.entries }, (path) => path));
        } catch (error) {
          if (effects.length === 0) throw error;
          throw new PortsideError({ ...(error as PortsideError), status: "partial", effects: tell(effects) });
        }
      }
      return { sequence: receipts.at(-1)?.sequence ?? 0, entries: receipts.flatMap(({ entries }) => entries) };
    },
  }));
}

/** What goes wrong, and a case that must notice. */
const faults: readonly [string, string, () => Volume][] = [
  [
    "children in UTF-16 order",
    "children are in UTF-8 byte order",
    () => broken((memory) => ({ children: (directory) => memory.children(directory).toSorted((a, b) => (a.name < b.name ? -1 : 1)) })),
  ],
  [
    "a new array each time",
    "children are the same array until a child changes",
    () => broken((memory) => ({ children: (directory) => [...memory.children(directory)] })),
  ],
  [
    "a put that overwrites the version it was not made against",
    "refused: put of another version",
    () =>
      broken((memory) => ({
        commit: ({ origin, changes }) =>
          memory.commit({ origin, changes: changes.map((change) => ({ ...change, expect: undefined }) as never) }),
      })),
  ],
  [
    "a batch applied one change at a time, which says that nothing changed",
    "a batch whose change 2 is refused",
    () =>
      broken((memory) => ({
        commit({ origin, changes }) {
          const receipts = changes.map((change) => commitOf(memory, { origin, changes: [change] }));
          return { sequence: receipts.at(-1)?.sequence ?? 0, entries: receipts.flatMap(({ entries }) => entries) };
        },
      })),
  ],
  [
    "a partial failure of a volume that is atomic per batch",
    "a batch whose change 0 is refused",
    () =>
      broken((memory) => ({
        commit(batch) {
          try {
            return memory.commit(batch);
          } catch (error) {
            throw new PortsideError({ ...(error as PortsideError), status: "partial" });
          }
        },
      })),
  ],
  [
    "a rename that replaces",
    "refused: rename of a file onto a file",
    () =>
      broken((memory) => ({
        commit({ origin, changes }) {
          const freed = changes.flatMap((change) =>
            change.op === "rename" && memory.entry(change.to)?.kind === "file"
              ? [{ op: "remove" as const, path: change.to }, change]
              : [change],
          );
          return memory.commit({ origin, changes: freed });
        },
      })),
  ],
  [
    "reads that give the newest bytes",
    "reading a file that is gone is not_found, whatever stands there now",
    () => broken(() => ({ read: () => new Uint8Array() })),
  ],
  [
    "reads without ranges",
    "read gives a range, as far as the file goes",
    () => broken((memory) => ({ read: (file) => memory.read(file) })),
  ],
  [
    "a promise from a resident volume",
    "a resident volume reads without a promise",
    () => broken((memory) => ({ read: async (file, start, end) => memory.read(file, start, end) })),
  ],
  [
    "events without origin",
    "a listener gets every commit, in order, with its origin",
    () =>
      broken((memory) => ({
        watch: (listener) => memory.watch((event) => listener({ ...event, origin: { by: "external" } } satisfies CommitEvent)),
      })),
  ],
  [
    "a watch without end",
    "every call of watch counts, and ends by itself",
    () => broken((memory) => ({ watch: (listener) => (memory.watch(listener), () => {}) })),
  ],
  ["a call that is not remembered", "committed tells the last commit of a call", () => broken(() => ({ committed: () => undefined }))],
  ["a close that closes nothing", "a closed volume refuses every call", () => broken(() => ({ close: () => Promise.resolve() }))],
  [
    "capabilities that promise less than there is",
    "a link's target is kept as it is",
    () => broken((memory) => ({ capabilities: { ...memory.capabilities, symlinks: false } })),
  ],
];

describe("a volume that is atomic per file", () => {
  const batches = volumeCases.filter(({ name }) => name.startsWith("a batch whose change"));

  test("may have applied a part, when its effects say exactly which", async () => {
    for (const { run } of batches) await run(() => stepwise((effects) => effects));
    expect(batches).toHaveLength(5);
  });

  test("may not leave out an effect", async () => {
    const last = batches.at(-1) as Case<Volume>;
    await expect(last.run(() => stepwise((effects) => effects.slice(1)))).rejects.toThrow("changed, but not among the effects");
  });

  test("may not tell one that it did not have", async () => {
    const last = batches.at(-1) as Case<Volume>;
    const invented: Effect = { op: "create", path: "/workspace/invented" };
    await expect(last.run(() => stepwise((effects) => [...effects, invented]))).rejects.toThrow("among the effects, but not changed");
  });
});

describe("the suite of a volume notices", () => {
  test.each(faults)("%s", async (_, name, open) => {
    const found = volumeCases.find((candidate) => candidate.name === name) as Case<Volume>;
    await found.run(() => createMemoryVolume());
    await expect(found.run(open)).rejects.toThrow(Error);
  });
});

test("no two cases have one name", () => {
  const names = volumeCases.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe("registering", () => {
  const cases: Case<number>[] = ["a", "b"].map((name) => ({ name, run: async (open) => void (await open()) }));

  function register(skip: { reason: string; cases: string[] }[]): string[] {
    const registered: string[] = [];
    const runner = { test: (name: string) => registered.push(`run ${name}`), skip: (name: string) => registered.push(`skip ${name}`) };
    registerCases({ cases, open: () => 1, runner, skip });
    return registered;
  }

  test("a deviation is skipped and its reason shows", () => {
    expect(register([{ reason: "no links", cases: ["b"] }])).toEqual(["run a", "skip b (deviates: no links)"]);
  });

  test("a deviation that is no case is an error", () => {
    expect(() => register([{ reason: "no links", cases: ["c"] }])).toThrow("no such case: c");
  });
});
