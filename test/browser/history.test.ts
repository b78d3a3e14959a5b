import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileSystem } from "../../src/ports/file-system.ts";
import { openWorkspace, type OpenOptions, type RemoteWorkspace } from "../../src/worker/client.ts";
import { actors, actorsWith, firstFiles, makeCalls, randomCalls, type MakeCall } from "../history/actors.ts";
import { edited, firstText, keysIn, path, workTogether, type Together } from "../history/typing.ts";

async function removeAll(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry("portside", { recursive: true }).catch(() => undefined);
}

beforeAll(removeAll);
afterAll(removeAll);

const worker = (): Worker => new Worker(new URL("../../src/worker/index.ts", import.meta.url), { type: "module" });

function open(volume: OpenOptions["volume"]): Promise<RemoteWorkspace> {
  return openWorkspace({ volume, worker });
}

async function actorsOf({ fs, catalog }: { readonly fs: FileSystem; readonly catalog: RemoteWorkspace["catalog"] }): Promise<MakeCall> {
  const catalogs = actors.map(async (name) => [name, await catalog({ name })] as const);
  return actorsWith(fs, new Map(await Promise.all(catalogs)));
}

/** Everything that there is, byte for byte: contents, links, bits and empty directories. */
async function treeOf({ exportTree }: RemoteWorkspace): Promise<string> {
  const { bytes } = await exportTree({ as: "zip" });
  return (bytes ?? new Uint8Array()).join(" ");
}

const files = Object.fromEntries(Object.entries(firstFiles()).filter((entry): entry is [string, string] => entry[1] !== null));

test("of 1,000 calls with a reload in the middle, those of one agent are taken back alone, and all of them exactly", async () => {
  const calls = randomCalls(1_000, 4);
  const first = await open({ kind: "opfs", name: "history" });
  await first.importTree({ source: { files } });
  const before = await treeOf(first);
  await first.history.checkpoint("start");
  await makeCalls(await actorsOf(first), calls.slice(0, 500));
  await first.dispose();

  const second = await open({ kind: "opfs", name: "history" });
  await makeCalls(await actorsOf(second), calls.slice(500), 500);
  const after = await treeOf(second);
  await second.dispose();

  const third = await open({ kind: "opfs", name: "history" });
  expect((await third.history.points()).notes).toEqual([]);
  expect((await third.history.undo({ actor: "one" })).left).toEqual([]);
  const others = await open({ kind: "memory", files });
  await makeCalls(
    await actorsOf(others),
    calls.filter(({ actor }) => actor !== "one"),
  );
  expect(await treeOf(third)).toBe(await treeOf(others));
  await third.history.redo({ actor: "one" });
  expect(await treeOf(third)).toBe(after);
  await third.history.undo({ to: "start" });
  expect(await treeOf(third)).toBe(before);
  await third.dispose();
  await others.dispose();
});

test("a call is known again after a reload", async () => {
  const first = await open({ kind: "opfs", name: "again" });
  const args = { path: "a.txt", content: "one" };
  const { meta: _, ...result } = await first.tools.call("write", args, { id: "c" });
  await first.dispose();
  const second = await open({ kind: "opfs", name: "again" });
  await second.write({ path: "a.txt", content: "two" });
  expect(await second.tools.call("write", args, { id: "c" })).toMatchObject(result);
  expect(await second.tools.fate("c")).toMatchObject({ state: "completed" });
  expect((await second.read({ path: "a.txt" })).content).toBe("two");
  await second.dispose();
});

test("a buffer on the page saves while 200 edits of a model land on the disk: no keystroke and no edit is lost", async () => {
  const [edits, keystrokes] = [200, 400];
  const workspace = await open({ kind: "opfs", name: "typing" });
  await workspace.write({ path, content: firstText(edits) });
  const model = await workspace.catalog({ name: "model" });
  const edit: Together["edit"] = (args, id) => model.call("edit", args, { id });
  // As long as a call takes: longer than a key does.
  const pause = (): Promise<unknown> => workspace.fs.stat(path);
  const { buffer, failed, meanwhile } = await workTogether({ edits, keystrokes, seed: 5, workspace, edit, pause });
  expect(failed).toEqual([]);
  expect(meanwhile).toBeGreaterThan(10);
  await workspace.dispose();

  const again = await open({ kind: "opfs", name: "typing" });
  const stored = await again.fs.readFile(path, "utf8");
  expect(stored).toBe(`${buffer.text()}\n`);
  for (let n = 0; n < edits; n++) expect(stored).toContain(edited(n));
  expect(stored).not.toContain("todo");
  expect(keysIn(stored).toSorted((a, b) => a - b)).toEqual(Array.from({ length: keystrokes }, (_, key) => key));
  await again.history.undo({ actor: "model" });
  expect(await again.fs.readFile(path, "utf8")).toBe(stored.replaceAll(/: done\nand said so\n/g, ": todo\n"));
  await again.dispose();
});

test("32 edits at once through two spellings all land, and what comes after them is not held up", async () => {
  const workspace = await open({ kind: "opfs", name: "spellings" });
  const lines = (end: string): string => Array.from({ length: 32 }, (_, n) => `${n + 10}${end}\n`).join("");
  await workspace.write({ path: "dir/a.txt", content: lines(".") });
  await workspace.fs.symlink("dir", "way");
  const calls = Array.from({ length: 32 }, (_, n) =>
    workspace.tools.call("edit", {
      path: n % 2 === 0 ? "dir/a.txt" : "./way/../way/a.txt",
      edits: [{ old_string: `${n + 10}.`, new_string: `${n + 10}!` }],
    }),
  );
  expect((await Promise.all(calls)).filter(({ status }) => status !== "ok")).toEqual([]);
  expect(await workspace.fs.readFile("dir/a.txt", "utf8")).toBe(lines("!"));
  expect(await workspace.tools.call("write", { path: "b.txt", content: "b" })).toMatchObject({ status: "ok" });
  await workspace.dispose();
});
