import { describe, expect, test } from "vitest";
import { createMemoryFolder } from "../../../test/support/memory-folder.ts";
import { decode, encode } from "../../core/text.ts";
import type { Change } from "../volume.ts";
import { openLogVolume } from "./log-volume.ts";
import { salvage, type Salvaged } from "./salvage.ts";

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
const put = (path: string, text: string): Change => ({ op: "put", path, bytes: encode(text) });

async function written(batches: readonly (readonly Change[])[]): Promise<Files> {
  const folder = createMemoryFolder();
  const volume = await openLogVolume("log", folder, { segmentBytes: 1_000 });
  for (const changes of batches) {
    await volume.commit({ changes, origin: { by: "host" } });
    await volume.compact();
  }
  await volume.close();
  return folder.files;
}

function read(files: Files): Promise<Salvaged> {
  return salvage(new Map([...files].map(([name, bytes]) => [name, new Blob([bytes])])));
}

/** Paths and what they hold. */
async function shown({ entries }: Salvaged): Promise<Readonly<Record<string, unknown>>> {
  const all = entries.map(async (entry) => {
    if (entry.kind !== "file") return [entry.path, entry.kind === "symlink" ? [entry.target] : null];
    const bytes = await entry.read();
    return [entry.path, bytes && decode(bytes)];
  });
  return Object.fromEntries(await Promise.all(all)) as Record<string, unknown>;
}

function flipped(files: Files, name: string, at: number): Files {
  const bytes = (files.get(name) as Uint8Array<ArrayBuffer>).slice();
  bytes[at] = (bytes[at] as number) ^ 1;
  return new Map([...files, [name, bytes]]);
}

describe("from blobs alone", () => {
  test("everything is read, also after compactions", async () => {
    const long = Array.from({ length: 12 }, (_, index) => [put("/d/a", `${index}`.repeat(400))]);
    const files = await written([
      [{ op: "mkdir", path: "/d" }, put("/d/b", "b"), put("/empty", ""), { op: "symlink", path: "/l", target: "d/b" }],
      ...long,
    ]);
    expect(files.has("segment-1")).toBe(false);
    expect(await shown(await read(files))).toEqual({ "/d": null, "/d/a": "11".repeat(400), "/d/b": "b", "/empty": "", "/l": ["d/b"] });
  });

  test("nothing is nothing", async () => {
    expect(await read(new Map())).toEqual({ entries: [], notes: [] });
  });
});

describe("of a damaged log", () => {
  const batches = [[{ op: "mkdir", path: "/d" } as const], [put("/d/a", "first")], [put("/d/b", "second")], [put("/c", "third")]];

  test("what is behind the damage is read too, and the gap is told", async () => {
    const files = await written(batches);
    // The header of the first record behind the segment's own, which is the commit that made /d.
    const salvaged = await read(flipped(files, "segment-1", 20));
    expect(await shown(salvaged)).toEqual({ "/lost+found/3-a": "first", "/lost+found/4-b": "second", "/c": "third" });
    expect(salvaged.notes).toEqual([{ kind: "skipped", segment: 1, offset: 20, bytes: expect.any(Number) }]);
  });

  test("bytes that are not what was written are not given out", async () => {
    const files = await written(batches);
    const text = decode(files.get("segment-1") as Uint8Array);
    const salvaged = await read(flipped(files, "segment-1", text.indexOf("first")));
    expect(await shown(salvaged)).toEqual({ "/d": null, "/d/a": undefined, "/d/b": "second", "/c": "third" });
  });

  test("a newer format is not guessed at", async () => {
    const files = await written(batches);
    const newer = (files.get("segment-1") as Uint8Array<ArrayBuffer>).slice();
    newer[8] = 2;
    const later = new Map([...files, ["segment-1", newer]]);
    const reason = "it was written in format 2, this version of Portside knows up to 1";
    await expect(openLogVolume("log", createMemoryFolder({ files: later }))).rejects.toMatchObject({
      code: "unavailable",
      details: { reason },
    });
    await expect(read(later)).rejects.toMatchObject({ code: "unavailable", details: { reason } });
  });
});
