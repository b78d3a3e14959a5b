import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { checksum } from "../volumes/opfs/checksum.ts";
import { describedBytes, headerBytes, packRecord, packAnswer, unpackRecord, unpackAnswer } from "./format.ts";
import type { HistoryRecord } from "./record.ts";

const record: Omit<HistoryRecord, "number"> = {
  origin: { by: "tool", actor: "m", callId: "c" },
  call: { tool: "t", length: 300, sum: 0x01020304 },
  steps: [
    {
      path: "/b",
      from: "/a",
      before: { kind: "file", executable: true, version: "7", kept: { start: 1, end: 2, piece: 0, sum: 5 } },
      after: { kind: "file", executable: false, sum: 6 },
    },
    { path: "/l", after: { kind: "symlink", target: "b" }, restores: { number: 3, index: 1 } },
    { path: "/x", before: { kind: "file", executable: false, kept: "lost" } },
    { path: "/d", before: { kind: "directory" } },
    { path: "/o", before: { kind: "other" } },
  ],
  toggles: [{ number: 2, index: 0, undone: true }],
};

const pieces = [Uint8Array.of(1, 2, 3, 4), new Uint8Array(300).fill(5)] as const;

/** As docs/history-format.md has it, field by field. */
const description = [
  [0, 1, 1, 0x6d, 0, 1, 1, 0x63], // tool, actor "m", no turn, call id "c"
  [1, 1, 0x74, 0xac, 0x02, 4, 3, 2, 1], // the call: "t", 300, its checksum
  [0], // no checkpoint
  [5], // steps
  [0, 2, 0x2f, 0x62, 1, 2, 0x2f, 0x61], // "/b", from "/a"
  [1, 2, 1, 1, 0x37, 1, 1, 1, 2, 0, 5, 0, 0, 0, 0], // an executable of version "7"; kept: 1, 2, piece 0, 5; no checksum
  [1, 1, 0, 0, 1, 6, 0, 0, 0], // a file without version, nothing kept, with the checksum 6
  [0], // restores nothing
  [1, 1, 0x6c, 0, 0, 1, 4, 1, 0x62, 1, 3, 1], // after a beginning of 1 like the one above "l": "/l", made: a link to "b", which lives on from record 3, step 1
  [1, 1, 0x78, 0, 1, 1, 0, 1, 0, 0, 0, 0], // "/x", whose bytes are lost, gone
  [1, 1, 0x64, 0, 1, 3, 0, 0], // "/d", a directory, gone
  [1, 1, 0x6f, 0, 1, 5, 0, 0], // "/o"
  [1, 2, 0, 1], // one toggle
  [1, 2, 4, 0xac, 0x02], // two pieces of 4 and 300 bytes
].flat();

function framed(bytes: readonly number[]): Uint8Array {
  const sum = checksum(Uint8Array.from(bytes));
  const word = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
  return Uint8Array.from([2, ...word(bytes.length), ...word(sum), ...bytes]);
}

describe("a record", () => {
  test("is written as the page of the format says, and read back", () => {
    const packed = packRecord(record, pieces);
    const head = framed(description);
    expect(packed.subarray(0, head.length)).toEqual(head);
    expect(packed.subarray(head.length)).toEqual(Uint8Array.from([...pieces[0], ...pieces[1]]));
    expect(describedBytes(packed)).toBe(description.length);
    expect(unpackRecord(packed)).toEqual({ record, pieces: [4, 300] });
  });

  test("without its pieces, and a checkpoint", () => {
    const named = { origin: { by: "host" }, checkpoint: "here", steps: [], toggles: [] } as const;
    for (const none of [undefined, []]) expect(unpackRecord(packRecord(named, none))).toEqual({ record: named, pieces: none });
  });

  test("leaves out what a path has in common with the one above, and cuts no character", () => {
    const paths = ["/d/\u{1f600}", "/d/\u{1f601}", "/d", "/d/é", "/e", "/e"];
    const many = { origin: { by: "host" }, steps: paths.map((path) => ({ path })), toggles: [] } as const;
    expect(unpackRecord(packRecord(many, [])).record).toEqual(many);
    const long = "/directory".repeat(30);
    const alone = packRecord({ ...many, steps: [{ path: long }] }, []).length;
    expect(packRecord({ ...many, steps: [{ path: long }, { path: `${long}/a` }] }, []).length).toBe(alone + 9);
  });

  test("that is damaged anywhere is known to be", () => {
    const head = packRecord(record, pieces).subarray(0, headerBytes + description.length);
    for (let at = 0; at < head.length; at++) {
      const damaged = head.slice();
      damaged[at] = (damaged[at] as number) ^ (1 << (at % 8));
      expect(() => unpackRecord(damaged)).toThrow(RangeError);
    }
    for (let length = 0; length < head.length; length++) expect(() => unpackRecord(head.subarray(0, length))).toThrow(RangeError);
  });
});

test("an answer is one text", () => {
  expect(packAnswer("{}")).toEqual(framed([2, ...encode("{}")]));
  expect(unpackAnswer(packAnswer("ü"))).toBe("ü");
  expect(() => unpackAnswer(packAnswer("ü").subarray(0, headerBytes))).toThrow(RangeError);
});
