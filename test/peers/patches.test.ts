import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openWorkspace, refusal, treeOf } from "../support/workspace.ts";
import { failureTable, knownFailures } from "./patches.ts";

test.each(knownFailures)("$who: $failure", async ({ files, patch, answer }) => {
  const { apply, volume } = await openWorkspace(files);
  const outcome =
    "tree" in answer
      ? await apply({ patch }).then(({ notes }) => ({ tree: treeOf(volume), rescues: notes.map(({ rescue }) => rescue) }))
      : await refusal(apply({ patch })).then(({ code, details }) => ({ code, ...details, tree: treeOf(volume) }));
  const expected =
    "tree" in answer ? { tree: answer.tree, rescues: answer.rescue === undefined ? [] : [answer.rescue] } : { ...answer, tree: files };
  expect(outcome).toMatchObject(expected);
});

test("the table of the documentation is that of the cases", () => {
  const page = readFileSync(new URL("../../docs/edits-and-patches.md", import.meta.url), "utf8");
  expect(page).toContain(failureTable());
});
