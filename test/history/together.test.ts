import { expect, test } from "vitest";
import { breathe } from "../../src/core/cancel.ts";
import { createAccess } from "../../src/workspace/create-access.ts";
import { Listings } from "../../src/workspace/directory-listings.ts";
import { createEditor } from "../../src/workspace/editor.ts";
import { createIgnoreRules } from "../../src/workspace/ignore-rules.ts";
import { createQueue } from "../../src/workspace/queue.ts";
import { openCatalog } from "../support/catalog.ts";
import { openWorkspace, treeOf } from "../support/workspace.ts";
import { createRandom } from "./actors.ts";
import { openBuffer } from "./buffer.ts";

const edits = 200;
const keystrokes = 400;

test.each([1, 2, 3])("a buffer saves while 200 edits of a model land: no keystroke and no edit is lost (seed %d)", async (seed) => {
  const random = createRandom(seed);
  // The user types in lines of their own; those of the model stand between them.
  const lines = Array.from({ length: edits }, (_, n) => `model ${n}: todo\n--\nuser ${n}: \n--\n`);
  const workspace = await openWorkspace({ "a.txt": lines.join("") });
  const model = openCatalog(workspace);
  const buffer = await openBuffer(workspace, "a.txt");
  let meanwhile = 0;

  async function work(): Promise<void> {
    for (let n = 0; n < edits; n++) {
      const args = { path: "a.txt", edits: [{ old_string: `model ${n}: todo\n`, new_string: `model ${n}: done\nand said so\n` }] };
      const result = await model.call("edit", args, { id: `e${n}` });
      expect(result.status).toBe("ok");
      if (result.meta.changed_meanwhile) meanwhile++;
      if (random.below(3) === 0) await breathe();
    }
  }

  async function write(): Promise<void> {
    let saving: Promise<void> = Promise.resolve();
    for (let key = 0; key < keystrokes; key++) {
      const line = `user ${random.below(edits)}: `;
      buffer.type(buffer.text().indexOf(line) + line.length, `<${key}>`);
      if (random.below(2) === 0) saving = saving.then(buffer.save);
      if (random.below(3) === 0) await breathe();
    }
    await saving;
    await buffer.save();
  }

  await Promise.all([work(), write()]);
  await buffer.save();
  const stored = treeOf(workspace.volume)["a.txt"] ?? "";
  expect(stored).toBe(`${buffer.text()}\n`);
  for (let n = 0; n < edits; n++) expect(stored).toContain(`model ${n}: done\nand said so\n`);
  expect(stored).not.toContain("todo");
  const typed = [...stored.matchAll(/<(\d+)>/g)].map(([, key]) => Number(key)).sort((a, b) => a - b);
  expect(typed).toEqual(Array.from({ length: keystrokes }, (_, key) => key));
  // Both were at it at the same time.
  expect(meanwhile).toBeGreaterThan(10);

  // And what the model did can be taken back from among what was typed.
  await workspace.history.undo({ actor: "model" });
  const left = treeOf(workspace.volume)["a.txt"] ?? "";
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
