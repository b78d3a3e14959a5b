import { beforeEach, describe, expect, test, vi } from "vitest";
import { encode } from "../core/text.ts";
import { createJournal, type Journal, type NewRecord } from "./journal.ts";
import { makeRoom } from "./room.ts";
import { createMemoryShelf, recordOf, type Held } from "./shelf.ts";

const work = { unpacked: 0 };

vi.mock(import("./format.ts"), async (original) => {
  const format = await original();
  return {
    ...format,
    unpackRecord(packed: Uint8Array) {
      work.unpacked++;
      return format.unpackRecord(packed);
    },
  };
});

beforeEach(() => void (work.unpacked = 0));

const overhead = 1_024;

async function open(maxBytes = 67_108_864): Promise<Journal> {
  const shelf = createMemoryShelf();
  return createJournal({ shelf, found: await shelf.find(), maxBytes, entry: () => undefined });
}

function removal(path: string, callId?: string): NewRecord {
  const kept = { start: 0, end: 0, piece: 0, sum: 0 };
  const origin = { by: "host", ...(callId === undefined ? {} : { callId }) } as const;
  return { origin, steps: [{ path, before: { kind: "file", executable: false, kept } }], toggles: [] };
}

describe("what a history takes", () => {
  /** Of the buffers, whatever is used of them, and 1,024 for each that there is a way back from. */
  function heldBytes(held: readonly Held[]): number {
    return held
      .map(({ packed, answer, pieceBytes }) => {
        const buffers = packed.buffer.byteLength + (answer?.buffer.byteLength ?? 0);
        return buffers + (pieceBytes === undefined ? 0 : overhead);
      })
      .reduce((sum, size) => sum + size, 0);
  }

  test("is what its buffers are long: heads, pieces and answers", async () => {
    const journal = await open();
    const large = new Uint8Array(100_000);
    journal.prepare(removal("/a", "c0"), [large.subarray(10, 20)]).keep();
    journal.add(removal("/b", "c1"), [encode("b".repeat(3_000))]);
    journal.prepareAnswer("c1", JSON.stringify("an answer"))?.keep();
    const held = ["c0", "c1"].flatMap(journal.call);
    expect(held.map(({ pieceBytes }) => pieceBytes)).toEqual([10, 3_000]);
    expect(journal.bytes()).toBe(heldBytes(held));
    expect(journal.piece(1, 0)).toEqual(new Uint8Array(10));
    expect(journal.piece(2, 0)).toEqual(encode("b".repeat(3_000)));
  });

  test("is that also of what was dropped to its head", async () => {
    const journal = await open(20_000);
    for (let n = 0; n < 50; n++) journal.prepare(removal(`/${n}`, `c${n}`), [new Uint8Array(2_000)]).keep();
    const held = Array.from({ length: 50 }, (_, n) => journal.call(`c${n}`)).flat();
    const whole = held.filter(({ pieceBytes }) => pieceBytes !== undefined);
    expect(whole.length).toBeGreaterThan(3);
    expect(held.length).toBeGreaterThan(whole.length);
    expect(journal.bytes()).toBe(heldBytes(held));
    expect(journal.bytes()).toBeLessThanOrEqual(20_000);
  });
});

describe("10,000 commits", () => {
  const commits = 10_000;

  test("that nobody asks about are packed, and no more", async () => {
    const journal = await open();
    for (let n = 0; n < commits; n++) journal.prepare(removal("/a"), [encode(`${n}`)]).keep();
    expect(work.unpacked).toBe(0);
    expect([...journal.lives().records()]).toHaveLength(commits);
    expect(work.unpacked).toBe(commits);
  });

  test("are read once each where somebody asks after every one", async () => {
    const journal = await open();
    for (let n = 0; n < commits; n++) {
      journal.prepare(removal("/a"), [encode(`${n}`)]).keep();
      expect(journal.lives().record(n + 1)?.number).toBe(n + 1);
    }
    expect(work.unpacked).toBe(commits);
  });

  test("are read twice at most where the lives are let go between", async () => {
    const journal = await open();
    for (let next = 1, n = 1; n <= commits; n++) {
      journal.prepare(removal("/a"), [encode("x")]).keep();
      if (n < next) continue;
      journal.lives();
      next = 2 * n + 2;
    }
    expect(work.unpacked).toBeLessThanOrEqual(2 * commits);
  });

  test("are read once to be dropped where there is no room", async () => {
    const journal = await open(100_000);
    for (let n = 0; n < commits; n++) journal.prepare(removal("/a"), [encode(`${n}`)]).keep();
    expect(journal.dropped()).toBeGreaterThan(9_000);
    expect(work.unpacked).toBe(journal.dropped());
  });

  test("make room without a look at those that stay", () => {
    let looked = 0;
    class Counted extends Map<number, Held> {
      override *values(): ReturnType<Map<number, Held>["values"]> {
        for (const item of super.values()) {
          looked++;
          yield item;
        }
      }
    }
    const item = (number: number, pieceBytes?: number): readonly [number, Held] => [
      number,
      { number, callId: `c${number}`, packed, headBytes: packed.length, pieceBytes },
    ];
    const bare = new Counted(Array.from({ length: 900 }, (_, n) => item(n)));
    const whole = new Counted(Array.from({ length: 9_000 }, (_, n) => item(900 + n, 0)));
    const used = 900 * packed.length + 9_000 * (packed.length + overhead);
    const { stripped, forgotten } = makeRoom({ bare, whole }, item(9_900, 0)[1], { used, maxBytes: used, calls: 900 });
    // Each that is dropped gives 1,024 bytes, and the new one takes as much and its head.
    expect([stripped.size, forgotten.size]).toEqual([2, 0]);
    expect(looked).toBeLessThanOrEqual(4);
  });
});

const { packed } = await packedOne();

async function packedOne(): Promise<Held> {
  const journal = await open();
  journal.prepare(removal("/a", "c"), []).keep();
  const [held] = journal.call("c");
  if (!held) throw new Error("there is no record of the call");
  expect(recordOf(held)).toEqual({ number: 1, ...removal("/a", "c") });
  return held;
}
