import fc from "fast-check";
import { expect, test } from "vitest";
import { createFormerPaths } from "./former-paths.ts";

function formerPaths(...renames: readonly (readonly [from: string, to: string])[]) {
  const former = createFormerPaths();
  for (const [from, to] of renames) former.add({ from, to });
  return former;
}

test("a path that nothing brought there was there", () => {
  const former = formerPaths(["/a", "/b"]);
  expect(["/", "/c", "/bb", "/a"].map(former.of)).toEqual(["/", "/c", "/bb", "/a"]);
});

test("what moved with a directory, and again in it, is found where it began", () => {
  const former = formerPaths(["/a", "/b"], ["/b/x", "/b/y"], ["/b", "/c/d"]);
  expect(former.of("/c/d/y/1")).toBe("/a/x/1");
  expect(former.of("/c/d/2")).toBe("/a/2");
});

test("two that changed places did", () => {
  const former = formerPaths(["/a", "/t"], ["/b", "/a"], ["/t", "/b"]);
  expect([former.of("/a/1"), former.of("/b/1")]).toEqual(["/b/1", "/a/1"]);
});

test("is what taking back every rename in turn gives", () => {
  const path = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 3 }).map((names) => `/${names.join("/")}`);
  const takenBack = (at: string, [from, to]: readonly [string, string]): string =>
    at === to || at.startsWith(`${to}/`) ? from + at.slice(to.length) : at;
  fc.assert(
    fc.property(fc.array(fc.tuple(path, path), { maxLength: 8 }), path, (renames, at) => {
      expect(formerPaths(...renames).of(at)).toBe(renames.reduceRight(takenBack, at));
    }),
  );
});
