import { expect, test } from "vitest";
import { openOpfsFolder } from "./folder.ts";
import { directoryName, volumeName } from "./home.ts";

test("names that differ are directories that differ, on a disk that does not tell capitals apart too", () => {
  const names = ["a", "A", "a/b", "..", ".", "a%2fb", "\u00fc", "u\u0308", " ", "*", "\\", "\0"];
  const directories = names.map((name) => directoryName(name).toLowerCase());
  expect(new Set(directories).size).toBe(names.length);
  expect(directories.map(volumeName)).toEqual(names);
  expect(directories.every((name) => /^[a-z0-9_%-]+$/.test(name))).toBe(true);
});

test("where there is no such file system it says why, and what to do", async () => {
  // In Node there is nothing that a secure page has; a page has it, but only workers may open its files.
  const reason = globalThis.isSecureContext ? "its files can only be opened in a dedicated worker" : "the page is not secure";
  await expect(openOpfsFolder("a")).rejects.toMatchObject({
    code: "unavailable",
    details: { what: "opfs", reason, remedy: expect.stringMatching(/./) },
  });
});
