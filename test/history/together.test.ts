import { expect, test } from "vitest";
import { breathe } from "../../src/core/cancel.ts";
import { createAccess } from "../../src/workspace/create-access.ts";
import { Listings } from "../../src/workspace/directory-listings.ts";
import { createEditor } from "../../src/workspace/editor.ts";
import { createIgnoreRules } from "../../src/workspace/ignore-rules.ts";
import { createQueue } from "../../src/workspace/queue.ts";
import { openCatalog } from "../support/catalog.ts";
import { openWorkspace, treeOf } from "../support/workspace.ts";
import { edited, firstText, keysIn, path, workTogether, type Together } from "./typing.ts";

const edits = 200;
const keystrokes = 400;

test.each([1, 2, 3])("a buffer saves while 200 edits of a model land: no keystroke and no edit is lost (seed %d)", async (seed) => {
  const workspace = await openWorkspace({ [path]: firstText(edits) });
  const model = openCatalog(workspace);
  const edit: Together["edit"] = (args, id) => model.call("edit", args, { id });
  const { buffer, failed, meanwhile } = await workTogether({ edits, keystrokes, seed, workspace, edit, pause: breathe });
  const stored = treeOf(workspace.volume)[path] ?? "";
  expect(failed).toEqual([]);
  expect(stored).toBe(`${buffer.text()}\n`);
  for (let n = 0; n < edits; n++) expect(stored).toContain(edited(n));
  expect(stored).not.toContain("todo");
  expect(keysIn(stored).toSorted((a, b) => a - b)).toEqual(Array.from({ length: keystrokes }, (_, key) => key));
  // Both were at it at the same time.
  expect(meanwhile).toBeGreaterThan(10);

  // And what the model did can be taken back from among what was typed.
  await workspace.history.undo({ actor: "model" });
  const left = treeOf(workspace.volume)[path] ?? "";
  expect(left).toBe(stored.replaceAll(/: done\nand said so\n/g, ": todo\n"));
});

test("32 edits at once through two spellings all land, and nothing waits afterwards", async () => {
  const { volume } = await openWorkspace(
    { "dir/a.txt": Array.from({ length: 32 }, (_, n) => `${n}.\n`).join("") },
    { links: { way: "dir" } },
  );
  const places = { volume, root: "/workspace", rootAlias: "/workspace" };
  const queue = createQueue();
  let sequence = 0;
  volume.watch((event) => (sequence = event.sequence));
  const surroundings = { ...places, queue, ignore: createIgnoreRules(places), listings: new Listings(), lastCommit: () => sequence };
  const { edit } = createEditor(createAccess(surroundings, { guards: [] }));
  const calls = Array.from({ length: 32 }, async (_, n) =>
    edit({ path: n % 2 === 0 ? "dir/a.txt" : "./way/../way/a.txt", edits: [{ oldString: `\n${n}.\n`, newString: `\n${n}!\n` }] }),
  );
  const outcomes = await Promise.allSettled(calls);
  // The first line has none before it.
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", ...Array.from({ length: 31 }, () => "fulfilled")]);
  const expected = Array.from({ length: 32 }, (_, n) => (n === 0 ? "0.\n" : `${n}!\n`)).join("");
  expect(treeOf(volume)["dir/a.txt"]).toBe(expected);
  expect(queue.size).toBe(0);
});
