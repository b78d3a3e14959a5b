import { describe, expect, test } from "vitest";
import { openLogVolume } from "../../src/volumes/opfs/log-volume.ts";
import { createMemoryFolder } from "../support/memory-folder.ts";
import { createJudge, well, type Kill } from "./judge.ts";
import { createHistory, digestOf } from "./operations.ts";

const seed = 3;

/** What a browser that did `count` operations and lost nothing would show. */
async function killedAfter(count: number): Promise<Kill> {
  const { volume, operate } = await createHistory(await openLogVolume("log", createMemoryFolder()), seed);
  for (let k = 1; k <= count; k++) await operate(k);
  const known = [`op-${count}`, `op-${count + 1}`];
  const found = {
    reached: count,
    lines: await digestOf(volume),
    committed: known.map(volume.committed),
    notes: [],
    files: ["manifest-0", "reserve", "segment-2"],
  };
  return { found, known, acknowledged: count };
}

async function verdictOn(change: (kill: Kill) => Kill): Promise<unknown> {
  return (await (await createJudge(seed)).judge(change(await killedAfter(30)))).verdict;
}

describe("a history that was killed", () => {
  test("is well as it was told, and with what was not told yet", async () => {
    expect(await verdictOn((kill) => kill)).toEqual(well);
    const judge = await createJudge(seed);
    expect(await judge.judge({ ...(await killedAfter(30)), acknowledged: 20 })).toMatchObject({ verdict: well });
    expect(await judge.judge(await killedAfter(40))).toEqual({ verdict: well, last: 40 });
  });

  test("what was told and is not there is lost", async () => {
    expect(await verdictOn((kill) => ({ ...kill, acknowledged: 33 }))).toEqual({ ...well, lost: 3 });
  });

  test("bytes that nobody wrote are torn", async () => {
    const tear = (line: string): string => (/ [0-9a-f]{64}$/.test(line) ? line.replace(/.{4}$/, "0000") : line);
    const lines = (kill: Kill): readonly string[] =>
      kill.found.lines.map((line, index, all) => (index === all.length - 1 ? tear(line) : line));
    expect(await verdictOn((kill) => ({ ...kill, found: { ...kill.found, lines: lines(kill) } }))).toEqual({ ...well, torn: 1 });
  });

  test("a tree without one of its files is no state it ever had", async () => {
    expect(await verdictOn((kill) => ({ ...kill, found: { ...kill.found, lines: kill.found.lines.slice(0, -1) } }))).toEqual({
      ...well,
      half: 1,
    });
  });

  test("another file, or another fate of a call, is a stray", async () => {
    const files = ["manifest-0", "reserve", "segment-2", "segment-2.crswap"];
    expect(await verdictOn((kill) => ({ ...kill, found: { ...kill.found, files, committed: [99, 7] } }))).toMatchObject({ strays: 3 });
  });
});
