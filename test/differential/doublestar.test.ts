import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPortsideError } from "../../src/core/errors.ts";
import { compileGlob } from "../../src/engines/glob/index.ts";

/** What doublestar v4 said of a pattern and a path; of one that it calls malformed, `match` is false. */
interface Row {
  readonly pattern: string;
  readonly path: string;
  readonly ignoreCase: boolean;
  readonly match: boolean;
  readonly invalid: boolean;
}

const rows = readFileSync(new URL("doublestar.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

function answer({ pattern, path, ignoreCase }: Row): Pick<Row, "match" | "invalid"> {
  try {
    return { match: compileGlob(pattern, { ignoreCase }).matches(path), invalid: false };
  } catch (error) {
    if (isPortsideError(error, "invalid_glob")) return { match: false, invalid: true };
    throw error;
  }
}

test("globs mean what they mean to doublestar v4, in at least 300 recorded pairs [#207]", () => {
  expect(rows.length).toBeGreaterThanOrEqual(300);
  expect(rows.filter(({ match }) => match).length).toBeGreaterThanOrEqual(100);
  const differing = rows.filter((row) => {
    const { match, invalid } = answer(row);
    return match !== row.match || invalid !== row.invalid;
  });
  expect(differing).toEqual([]);
});
