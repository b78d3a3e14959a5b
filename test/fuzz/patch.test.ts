import { expect, test } from "vitest";
import { run } from "./patch.ts";
import { mutations } from "./patch/mutations.ts";
import { gitVersion } from "./patch/git.ts";

test("a patch makes the tree that was meant or none, whatever a model made of it", { timeout: 120_000 }, async ({ skip }) => {
  if (gitVersion() === undefined) skip("git is not on the PATH, and writes the patches");
  const printed: string[] = [];
  await run(["--cases", "400", "--seed", "5"], (line) => printed.push(line));
  expect(printed.slice(-2)).toEqual(["wrong trees: 0 of 400", "400 passed, 0 failed"]);
});

test("there are 48 classes of patches that models write, beside git's own", () => {
  expect(Object.keys(mutations).filter((name) => name !== "identity" && name !== "reversed")).toHaveLength(48);
});
