import { expect, test } from "vitest";
import { run } from "./ignore.ts";
import { gitVersion } from "./ignore/git.ts";

test("the ignore engine says what git check-ignore says about random trees", { timeout: 60_000 }, async ({ skip }) => {
  if (gitVersion() === undefined) skip("git is not on the PATH");
  const printed: string[] = [];
  await run(["--verdicts", "2000", "--seed", "20"], (line) => printed.push(line));
  expect(printed.slice(1)).toEqual(["2000 passed, 0 failed"]);
});
