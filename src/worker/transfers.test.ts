import { afterEach, describe, expect, test } from "vitest";
import { treeOf } from "../../test/support/workspace.ts";
import { zipOf } from "../../test/support/zip.ts";
import type { Progress } from "../ports/call.ts";
import type { Files } from "../volumes/files.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Volume } from "../volumes/volume.ts";
import { openWorkspace } from "./client.ts";
import type { RemoteWorkspace } from "./client.ts";
import { serve } from "./serve.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

async function open(files: Files = {}, wrap: (volume: Volume) => Volume = (volume) => volume) {
  const volume = wrap(createMemoryVolume({ files }));
  const { port1, port2 } = new MessageChannel();
  serve({ volumes: { given: () => volume } }, port2);
  const workspace = await openWorkspace({ volume: { kind: "given" }, worker: () => port1 });
  opened.push(workspace);
  return { workspace, volume };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a page's transfers", () => {
  test("import a zip in one batch, which carries the call's id, and tell how far they are", async () => {
    const heard: Progress[] = [];
    let hearTwo = (): void => {};
    const two = new Promise<void>((resolve) => (hearTwo = resolve));
    // What is said of a call that was answered meanwhile is not heard: the answer waits for it here.
    const wait = (volume: Volume): Volume => ({ ...volume, commit: (batch) => two.then(() => volume.commit(batch)) });
    const { workspace, volume } = await open({ "there.txt": "" }, wait);
    const origins: unknown[] = [];
    volume.watch(({ origin }) => void origins.push(origin));
    const zip = new Blob([zipOf([{ name: "a.txt", content: bytes("a") }, { name: "d/b.txt" }, { name: "node_modules/c" }]) as BlobPart]);
    const report = await workspace.importTree(
      { source: { zip }, to: "in" },
      { callId: "import-1", onProgress: (progress) => void (heard.push(progress) === 2 && hearTwo()) },
    );
    expect(report).toMatchObject({ files: 2, bytes: 1, skipped: { derived: 1 } });
    expect(treeOf(volume)).toEqual({ "in/a.txt": "a", "in/d/b.txt": "", "there.txt": "" });
    expect(origins).toEqual([{ by: "host", callId: "import-1" }]);
    expect(heard.map(({ done }) => done)).toEqual([1, 2]);
  });

  test("refuse a hostile zip whole, with the name", async () => {
    const { workspace, volume } = await open();
    const zip = zipOf([{ name: "good" }, { name: "../evil" }]);
    await expect(workspace.importTree({ source: { zip } })).rejects.toMatchObject({
      code: "path_not_allowed",
      details: { path: "../evil" },
    });
    expect(treeOf(volume)).toEqual({});
  });

  test("export what they import, as a zip and as values", async () => {
    const { workspace } = await open({ "a.txt": "é\n", "d/b.bin": new Uint8Array([255]), "d/empty": null });
    const { bytes: zip = new Uint8Array(), report } = await workspace.exportTree({ as: "zip" });
    expect(report).toMatchObject({ files: 2, directories: 2 });
    const { workspace: other, volume } = await open();
    await other.importTree({ source: { zip } });
    const { files } = await other.exportTree({ as: "files" });
    expect(files).toEqual({ "a.txt": "é\n", "d/b.bin": new Uint8Array([255]), "d/empty": null });
    const { files: tree = {} } = await other.exportTree({ as: "tree", from: "d" });
    expect(tree).toEqual({ "b.bin": { file: { contents: new Uint8Array([255]) } }, empty: { directory: {} } });
    await other.importTree({ source: { files: tree }, to: "copy" });
    expect(volume.entry("/workspace/copy/b.bin")).toMatchObject({ kind: "file", size: 1 });
  });

  test("hold to limits and signals, and to a form that exists", async () => {
    const { workspace, volume } = await open();
    const source = { files: { "a.txt": "abc" } };
    await expect(workspace.importTree({ source, limits: { entryBytes: 2 } })).rejects.toMatchObject({ code: "file_too_large" });
    await expect(workspace.importTree({ source }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    await expect(workspace.exportTree({ as: "tar" as "zip" })).rejects.toMatchObject({ code: "invalid_arguments" });
    expect(treeOf(volume)).toEqual({});
  });
});
