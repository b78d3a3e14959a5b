import { describe, expect, test } from "vitest";
import { perFile } from "../../test/support/per-file.ts";
import { fail } from "../core/errors.ts";
import { encode } from "../core/text.ts";
import { withFaults } from "./faults.ts";
import { createMemoryVolume } from "./memory.ts";
import type { Change, FileEntry, Volume } from "./volume.ts";

const host = { by: "host" } as const;
const put = (path: string, content: string): Change => ({ op: "put", path, bytes: encode(content) });
const read = (volume: Volume, path: string) => volume.read(volume.entry(path) as FileEntry);
const ioError = (operation: string) =>
  expect.objectContaining({ code: "io_error", status: "rejected", details: { operation, reason: "injected" } });

describe("reads", () => {
  test("the chosen one fails, the others do not", () => {
    const volume = withFaults(createMemoryVolume({ files: { a: "1" } }), { read: (_, nth) => nth === 2 });
    expect(read(volume, "/workspace/a")).toEqual(encode("1"));
    expect(() => read(volume, "/workspace/a")).toThrow(ioError("read"));
    expect(read(volume, "/workspace/a")).toEqual(encode("1"));
  });

  test("an unreadable path fails for what stands there now", () => {
    const volume = withFaults(createMemoryVolume({ files: { a: "1", b: "2" } }), { unreadable: ["/workspace/a", "/workspace/missing"] });
    expect(() => read(volume, "/workspace/a")).toThrow(ioError("read"));
    expect(read(volume, "/workspace/b")).toEqual(encode("2"));
    void volume.commit({ changes: [{ op: "rename", from: "/workspace/a", to: "/workspace/c" }], origin: host });
    expect(read(volume, "/workspace/c")).toEqual(encode("1"));
  });
});

describe("commits", () => {
  test("the chosen one fails with the given error and changes nothing", () => {
    const error = fail("no_space", {});
    const volume = withFaults(createMemoryVolume(), { commit: (_, nth) => nth === 1, error });
    const batch = { changes: [put("/workspace/a", "1")], origin: host };
    expect(() => volume.commit(batch)).toThrow(error);
    expect(volume.entry("/workspace/a")).toBeUndefined();
    void volume.commit(batch);
    expect(volume.entry("/workspace/a")).toBeDefined();
  });

  test("a batch that is refused is refused, not broken", () => {
    const volume = withFaults(createMemoryVolume(), { commit: () => true });
    const changes: Change[] = [{ op: "remove", path: "/workspace/a" }];
    expect(() => volume.commit({ changes, origin: host })).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  test("where a batch is atomic, no part of it is applied whatever the plan says", () => {
    const volume = withFaults(createMemoryVolume(), { commit: () => true, applied: 1 });
    const changes = [put("/workspace/a", "1"), put("/workspace/b", "2")];
    expect(() => volume.commit({ changes, origin: host })).toThrow(ioError("commit"));
    expect(volume.entry("/workspace/a")).toBeUndefined();
  });

  test("where each file is, the first changes stand and the error tells them", async () => {
    const volume = withFaults(perFile(createMemoryVolume({ files: { a: "old" } })), { commit: (_, nth) => nth === 1, applied: 2 });
    const before = (volume.entry("/workspace/a") as FileEntry).version;
    const changes: Change[] = [put("/workspace/a", "new"), { op: "mkdir", path: "/workspace/d" }, put("/workspace/d/b", "2")];
    const error = await Promise.resolve(volume.commit({ changes, origin: host })).catch((reason: unknown) => reason);
    const after = (volume.entry("/workspace/a") as FileEntry).version;
    expect(error).toMatchObject({
      code: "io_error",
      status: "partial",
      effects: [
        { op: "modify", path: "/workspace/a", before, after },
        { op: "mkdir", path: "/workspace/d" },
      ],
    });
    expect(volume.entry("/workspace/d/b")).toBeUndefined();
  });
});
