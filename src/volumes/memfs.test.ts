import { memfs } from "memfs";
import { describe, expect, test } from "vitest";
import { registerCases } from "../conformance/suite.ts";
import { volumeCases } from "../conformance/volume.ts";
import { decode, encode } from "../core/text.ts";
import { createMemfsVolume } from "./memfs.ts";
import type { FileEntry, Volume } from "./volume.ts";

const host = { by: "host" } as const;

describe("the suite of every volume", () => {
  registerCases({
    cases: volumeCases,
    open: () => createMemfsVolume({ memfs: memfs({ "/workspace": null }) }),
    runner: { test, skip: (name) => test.skip(name, () => {}) },
  });
});

describe("a memfs that already holds something", () => {
  test("shows it from the start", () => {
    const instance = memfs({ "/workspace/src/a.ts": "a", "/workspace/empty": null });
    instance.fs.symlinkSync("src/a.ts", "/workspace/link");
    instance.fs.chmodSync("/workspace/src/a.ts", 0o755);
    const volume = createMemfsVolume({ memfs: instance, name: "mine" });
    expect(volume.name).toBe("mine");
    expect(volume.entry("/workspace/src/a.ts")).toMatchObject({ kind: "file", size: 1, executable: true });
    expect(volume.entry("/workspace/link")).toMatchObject({ kind: "symlink", target: "src/a.ts" });
    expect(volume.entry("/workspace/empty")).toMatchObject({ kind: "directory" });
    expect(textOf(volume, "/workspace/src/a.ts")).toBe("a");
  });

  test("every commit is in it", async () => {
    const { fs, vol } = memfs({ "/workspace/a": "1", "/workspace/d/b": "2" });
    const volume = createMemfsVolume({ memfs: { fs } });
    await volume.commit({
      origin: host,
      changes: [
        { op: "put", path: "/workspace/a", bytes: encode("one") },
        { op: "symlink", path: "/workspace/link", target: "d" },
        { op: "rename", from: "/workspace/d", to: "/workspace/e" },
        { op: "rename", from: "/workspace/link", to: "/workspace/e/link" },
      ],
    });
    expect(vol.toJSON()).toMatchObject({ "/workspace/a": "one", "/workspace/e/b": "2" });
    expect(fs.readlinkSync("/workspace/e/link")).toBe("d");
    expect(textOf(volume, "/workspace/e/b")).toBe("2");
  });
});

test("between the check and the change nothing that waits its turn can come: a name that was free is free [#326]", async () => {
  const { fs, vol } = memfs({ "/workspace/source": "moved" });
  const volume = createMemfsVolume({ memfs: { fs } });
  const rename = { op: "rename", from: "/workspace/source", to: "/workspace/destination" } as const;
  const racing = Promise.resolve().then(() =>
    volume.commit({
      origin: host,
      changes: [{ op: "put", path: "/workspace/destination", bytes: encode("created"), expect: "absent" }],
    }),
  );
  expect(volume.commit({ origin: host, changes: [rename] })).not.toBeInstanceOf(Promise);
  await expect(racing).rejects.toMatchObject({ code: "already_exists" });
  expect(vol.toJSON()).toMatchObject({ "/workspace/destination": "moved" });
});

test("when memfs refuses in the middle, what was done stands and is told", () => {
  const { fs } = memfs({ "/workspace": null });
  const stubborn = {
    ...fs,
    mkdirSync: (): void => {
      throw new Error("no more room");
    },
  };
  const volume = createMemfsVolume({ memfs: { fs: stubborn } });
  const changes = [
    { op: "put", path: "/workspace/a", bytes: encode("x") },
    { op: "mkdir", path: "/workspace/d" },
  ] as const;
  expect(() => volume.commit({ origin: host, changes })).toThrow(
    expect.objectContaining({
      code: "io_error",
      status: "partial",
      effects: [expect.objectContaining({ op: "create", path: "/workspace/a" })],
    }),
  );
  expect(volume.entry("/workspace/a")).toBeDefined();
  expect(volume.entry("/workspace/d")).toBeUndefined();
  expect(() => volume.commit({ origin: host, changes: [changes[1]] })).toThrow(expect.objectContaining({ status: "rejected" }));
});

function textOf(volume: Volume, path: string): string {
  return decode(volume.read(volume.entry(path) as FileEntry) as Uint8Array);
}
