import { afterAll, beforeAll, expect, test } from "vitest";
import { differenceAt, search } from "../fuzz/grep/engine.ts";
import { createOracle, type Oracle } from "../fuzz/grep/oracle.ts";
import type { FuzzPattern } from "../fuzz/grep/patterns.ts";

const versions =
  "1.1 2.0 2.1 3.0 3.1 3.2 4.0 4.1 5.0 5.1 5.2 6.0 6.1 6.2 6.3 7.0 8.0 9.0 10.0 11.0 12.0 12.1 13.0 14.0 15.0 15.1 16.0".split(" ");

/** A line for each character, but NUL, which makes a file binary, and what ends lines. */
const text = new TextEncoder().encode(
  Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => (point < 0xd800 || point > 0xdfff) && ![0, 0x0a, 0x0d].includes(point))
    .map((point) => `${String.fromCodePoint(point)}\n`)
    .join(""),
);

let oracle: Oracle;
beforeAll(() => {
  oracle = createOracle([text]);
});
afterAll(() => oracle.dispose());

// Each set is asked for by what sets it apart from the one before, which is little to print; the first is asked for as it is.
test.each(versions.map((version, index) => [version, versions[index - 1]] as const))(
  "age %s is ripgrep's for every character",
  { timeout: 20_000 },
  async (version, previous) => {
    const set = `\\p{age=${version}}`;
    const pattern: FuzzPattern = {
      pattern: previous === undefined ? set : `[${set}~~\\p{age=${previous}}]`,
      case: "sensitive",
      fixed: false,
      word: false,
      multiline: false,
    };
    const ours = await search(pattern, [text]);
    expect(ours).not.toEqual([[]]);
    expect(differenceAt(ours, await oracle.search(pattern), 0)).toBeUndefined();
  },
);
