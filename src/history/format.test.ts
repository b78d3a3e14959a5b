import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { checksum } from "../volumes/opfs/checksum.ts";
import { describedBytes, headerBytes, packHead, packText, unpackRecord, unpackText } from "./format.ts";
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

/** As docs/history-format.md has it, field by field. */
const description = [
  [0, 1, 1, 0x6d, 0, 1, 1, 0x63], // tool, actor "m", no turn, call id "c"
  [1, 1, 0x74, 0xac, 0x02, 4, 3, 2, 1], // the call: "t", 300, its checksum
  [0], // no checkpoint
  [5], // steps
  [2, 0x2f, 0x62, 1, 2, 0x2f, 0x61], // "/b", from "/a"
  [1, 2, 1, 1, 0x37, 1, 1, 1, 2, 0, 5, 0, 0, 0, 0], // an executable of version "7"; kept: 1, 2, piece 0, 5; no checksum
  [1, 1, 0, 0, 1, 6, 0, 0, 0], // a file without version, nothing kept, with the checksum 6
  [0], // restores nothing
  [2, 0x2f, 0x6c, 0, 0, 1, 4, 1, 0x62, 1, 3, 1], // "/l", made: a link to "b", which lives on from record 3, step 1
  [2, 0x2f, 0x78, 0, 1, 1, 0, 1, 0, 0, 0, 0], // "/x", whose bytes are lost, gone
  [2, 0x2f, 0x64, 0, 1, 3, 0, 0], // "/d", a directory, gone
  [2, 0x2f, 0x6f, 0, 1, 5, 0, 0], // "/o"
  [1, 2, 0, 1], // one toggle
  [1, 2, 4, 0xac, 0x02], // two pieces of 4 and 300 bytes
].flat();

function framed(bytes: readonly number[]): Uint8Array {
  const sum = checksum(Uint8Array.from(bytes));
  const word = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
  return Uint8Array.from([1, ...word(bytes.length), ...word(sum), ...bytes]);
}

describe("a record", () => {
  test("is written as the page of the format says, and read back", () => {
    const head = packHead(record, [4, 300]);
    expect(head).toEqual(framed(description));
    expect(describedBytes(head)).toBe(description.length);
    expect(unpackRecord(head)).toEqual({ record, pieces: [4, 300] });
  });

  test("without its pieces, and a checkpoint", () => {
    const named = { origin: { by: "host" }, checkpoint: "here", steps: [], toggles: [] } as const;
    for (const pieces of [undefined, []]) expect(unpackRecord(packHead(named, pieces))).toEqual({ record: named, pieces });
  });

  test("that is damaged anywhere is known to be", () => {
    const head = packHead(record, [4, 300]);
    for (let at = 0; at < head.length; at++) {
      const damaged = head.slice();
      damaged[at] = (damaged[at] as number) ^ (1 << (at % 8));
      expect(() => unpackRecord(damaged)).toThrow(RangeError);
    }
    for (let length = 0; length < head.length; length++) expect(() => unpackRecord(head.subarray(0, length))).toThrow(RangeError);
  });
});

test("an answer is one text", () => {
  expect(packText("{}")).toEqual(framed([2, ...encode("{}")]));
  expect(unpackText(packText("ü"))).toBe("ü");
  expect(() => unpackText(packText("ü").subarray(0, headerBytes))).toThrow(RangeError);
});
