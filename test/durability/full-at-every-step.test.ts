import { describe, expect, test } from "vitest";
import { isPortsideError } from "../../src/core/errors.ts";
import { openLogVolume, type LogVolume } from "../../src/volumes/opfs/log-volume.ts";
import type { Change } from "../../src/volumes/volume.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/index.ts";
import { createMemoryFolder } from "../support/memory-folder.ts";
import { linesOf } from "../support/volume-model.ts";

type Files = ReadonlyMap<string, Uint8Array>;
type Full = "throw" | "short" | "absurd";

interface Opened {
  readonly volume: LogVolume;
  readonly workspace: Workspace;
}

const options = { segmentBytes: 4_096, cacheBytes: 0 };

const patch = `--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
-one
+ONE
 two
--- a/src/b.ts
+++ /dev/null
@@ -1 +0,0 @@
-three
--- /dev/null
+++ b/src/deep/c.ts
@@ -0,0 +1 @@
+four
`;

/** A compaction and one of every kind, each on what those before it left. */
const mutations: Readonly<Record<string, (opened: Opened) => unknown>> = {
  "a compaction": ({ volume }) => volume.compact(),
  "a new file": ({ workspace }) => workspace.write({ path: "new/file", content: "n".repeat(5_000) }),
  "a file over another": ({ workspace }) => workspace.write({ path: "new/file", content: "m".repeat(6_000) }),
  "an edit": ({ workspace }) => workspace.edit({ path: "src/a.ts", edits: [{ oldString: "two", newString: "two" + "!".repeat(900) }] }),
  "its way back": ({ workspace }) =>
    workspace.edit({ path: "src/a.ts", edits: [{ oldString: "two" + "!".repeat(900), newString: "two" }] }),
  "a patch of several files": ({ workspace }) => workspace.apply({ patch }),
  "a directory": ({ workspace }) => workspace.makeDirectory({ path: "a/b/c" }),
  "a link": ({ workspace }) => workspace.fs.symlink("src/a.ts", "link"),
  "an executable bit": ({ workspace }) => workspace.fs.chmod("src/a.ts", 0o755),
  "a move": ({ workspace }) => workspace.move({ source: "src", destination: "lib" }),
  "many files in one batch": ({ volume }) => volume.commit({ changes: manyFiles(), origin: { by: "host" } }),
  "a removal": ({ workspace }) => workspace.remove({ path: "new/file" }),
};

function manyFiles(): readonly Change[] {
  return Array.from({ length: 6 }, (_, index): Change => ({ op: "put", path: `/workspace/many-${index}`, bytes: new Uint8Array(900) }));
}

async function openOn(folder: ReturnType<typeof createMemoryFolder>): Promise<Opened> {
  const volume = await openLogVolume("log", folder, options);
  return { volume, workspace: await createWorkspace(volume) };
}

/** What there is before a mutation, the bytes that it needs meanwhile, and the tree after it. */
interface Chapter {
  readonly name: string;
  readonly files: Files;
  readonly growth: number;
  readonly after: string;
}

async function tell(): Promise<readonly Chapter[]> {
  const chapters: Chapter[] = [];
  let files = await seed();
  for (const [name, mutate] of Object.entries(mutations)) {
    let most = 0;
    const measure = (): number => (most = Math.max(most, bytesOf(folder.files)));
    const folder = createMemoryFolder({ files, quota: () => (measure(), Infinity) });
    const opened = await openOn(folder);
    const first = bytesOf(folder.files);
    await mutate(opened);
    chapters.push({ name, files, growth: measure() - first, after: treeOf(opened.volume) });
    await opened.workspace.dispose();
    files = copyOf(folder.files);
  }
  return chapters;
}

/** With something to compact. */
async function seed(): Promise<Files> {
  const folder = createMemoryFolder();
  const { volume, workspace } = await openOn(folder);
  await workspace.write({ path: "src/a.ts", content: "one\ntwo\n" });
  await workspace.write({ path: "src/b.ts", content: "three\n" });
  for (let index = 0; index < 12; index++) await workspace.write({ path: `ballast-${index}`, content: "b".repeat(4_000) });
  await volume.compact();
  const path = "/workspace/garbage";
  await volume.commit({ changes: [{ op: "put", path, bytes: new Uint8Array(300_000) }], origin: { by: "host" } });
  await volume.commit({ changes: [{ op: "remove", path }], origin: { by: "host" } });
  await workspace.dispose();
  return copyOf(folder.files);
}

/** Without ids and versions: a try for which there was no room may have used up some of them. The history may give way. */
function treeOf(volume: LogVolume): string {
  return linesOf(volume, "/workspace")
    .join("\n")
    .replaceAll(/"(?:id|version)":"?\d+"?,?/g, "");
}

function copyOf(files: Files): Files {
  return new Map([...files].map(([name, bytes]) => [name, bytes.slice()]));
}

function bytesOf(files: Files): number {
  return [...files.values()].reduce((sum, { length }) => sum + length, 0);
}

/** The sizes of a header and of a record's parts, and places all along. */
function rooms({ growth }: Chapter): readonly number[] {
  const along = Array.from({ length: 6 }, (_, index) => Math.floor((growth * index) / 6));
  return [...new Set([...along, 1, 15, 16, 17, growth - 1])].filter((room) => room >= 0 && room < growth);
}

/** How the mutation ended with only so many bytes of room, and what was wrong. */
async function tryWith(
  room: number,
  { name, files, after }: Chapter,
  full: Full,
): Promise<{ readonly outcome: string; readonly faults: readonly string[] }> {
  let limit = Infinity;
  const folder = createMemoryFolder({ files, full, quota: () => limit });
  const opened = await openOn(folder);
  const { volume, workspace } = opened;
  const before = treeOf(volume);
  const faults: string[] = [];
  const note = (what: string): void => void faults.push(`${name} with room for ${room} bytes: ${what}`);
  limit = bytesOf(folder.files) + room;
  const outcome = await codeOf(() => mutations[name]?.(opened));
  if (treeOf(volume) !== (outcome === "done" ? after : before)) note(`${outcome}, and another tree`);
  for (let index = 0; index < 6; index++) {
    const deleted = await codeOf(() => workspace.remove({ path: `ballast-${index}` }));
    if (deleted !== "done") note(`deleting: ${deleted}`);
  }
  const written = await codeOf(() => workspace.write({ path: "later", content: "l".repeat(3_000) }));
  if (written !== "done") note(`writing after deleting: ${written}`);
  const last = treeOf(volume);
  await workspace.dispose();
  const again = await openLogVolume("log", createMemoryFolder({ files: folder.files }), options);
  if (treeOf(again) !== last) note("another tree when it was opened again");
  return { outcome, faults };
}

async function codeOf(act: () => unknown): Promise<string> {
  try {
    await act();
    return "done";
  } catch (error) {
    if (isPortsideError(error)) return error.code;
    throw error;
  }
}

describe.each(["throw", "short", "absurd"] as const)("a disk that is full, and answers with: %s", (full) => {
  test("anywhere in any mutation and in a compaction: it is done or not done, and what is deleted makes room", async () => {
    const chapters = await tell();
    expect(chapters.filter(({ growth }) => growth === 0)).toEqual([]);
    const tries = [];
    for (const chapter of chapters) for (const room of rooms(chapter)) tries.push(await tryWith(room, chapter, full));
    expect(tries.flatMap(({ faults }) => faults)).toEqual([]);
    expect(new Set(tries.map(({ outcome }) => outcome))).toEqual(new Set(["done", "no_space"]));
  });
});
