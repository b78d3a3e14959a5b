import { beforeAll, describe, expect, test } from "vitest";
import { deviations } from "../fuzz/grep/deviations.ts";
import { differenceAt, search } from "../fuzz/grep/engine.ts";
import { readCorpus, type Corpus, type Row } from "./ripgrep-corpus.ts";

/** `RECORD=1` asks the installed ripgrep again before the answers are compared. */
const records = process.env["RECORD"] === "1";

let corpus: Corpus;
beforeAll(async () => {
  if (records) await (await import("./record-ripgrep.ts")).recordCorpus();
  corpus = readCorpus();
});

async function differences({ pattern, answer }: Row, texts: readonly Uint8Array[]): Promise<readonly object[]> {
  const ours = await search(pattern, texts);
  return texts.flatMap((text, index) => {
    const difference = differenceAt(ours, answer, index);
    if (difference === undefined) return [];
    const readable = new TextDecoder().decode(text);
    const deviates = deviations.some(({ applies }) => applies(pattern, readable));
    return deviates ? [] : [{ pattern, text: readable, difference }];
  });
}

/** How many pairs have the answer that a line matches, and that none does; how many patterns are refused. */
function tally({ rows }: Corpus): { readonly matched: number; readonly unmatched: number; readonly refused: number } {
  const answers = rows.flatMap(({ answer }) => ("error" in answer ? [] : answer));
  const matched = answers.filter((lines) => lines.length > 0).length;
  return { matched, unmatched: answers.length - matched, refused: rows.filter(({ answer }) => "error" in answer).length };
}

describe("the recorded answers of ripgrep", () => {
  test("are of release 15, many, and of every kind", () => {
    expect(corpus.version).toMatch(/^ripgrep 15\./);
    const { matched, unmatched, refused } = tally(corpus);
    expect(matched).toBeGreaterThanOrEqual(300);
    expect(unmatched).toBeGreaterThanOrEqual(300);
    expect(refused).toBeGreaterThan(0);
  });

  test("the same lines match in every pair, but for the listed deviations [#243]", async () => {
    const texts = corpus.texts.map((text) => Uint8Array.from(Buffer.from(text, "base64")));
    expect(corpus.rows.length * texts.length).toBeGreaterThanOrEqual(300);
    const found: object[] = [];
    for (const row of corpus.rows) found.push(...(await differences(row, texts)));
    expect(found).toEqual([]);
  });
});
