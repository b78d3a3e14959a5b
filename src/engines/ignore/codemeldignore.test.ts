import { expect, test } from "vitest";
import { isPortsideError, type PortsideError } from "../../core/errors.ts";
import { codemeldignoreMatcher, type IgnoreFile } from "./index.ts";

const project = (text: string): IgnoreFile => ({ path: ".codemeld/codemeldignore", text });
const global = (text: string): IgnoreFile => ({ path: "~/.codemeld/global/codemeldignore", text });

function isSkipped(files: readonly IgnoreFile[], path: string): boolean {
  const names = path.split("/");
  let level = codemeldignoreMatcher(files)?.start({});
  for (const name of names.slice(0, -1)) {
    if (level?.skips(name, true) === true) return true;
    level = level?.enter(name, {});
  }
  return level?.skips(names.at(-1) as string, false) ?? false;
}

function skipped(text: string, paths: readonly string[]): string[] {
  return paths.filter((path) => isSkipped([project(text)], path));
}

function refusal(files: readonly IgnoreFile[]): PortsideError<"invalid_glob"> {
  try {
    codemeldignoreMatcher(files);
  } catch (error) {
    if (isPortsideError(error, "invalid_glob")) return error;
    throw error;
  }
  throw new Error("The list was accepted.");
}

test("a name alone is one of the root, `**/` makes it one of any depth, `!` is a character, order says nothing [#262]", () => {
  const paths = ["build", "build/x", "a/build", "a/b/build/x", "!x", "x"];
  expect(skipped("build", paths)).toEqual(["build", "build/x"]);
  expect(skipped("**/build", paths)).toEqual(["build", "build/x", "a/build", "a/b/build/x"]);
  expect(skipped("*\n!x", paths)).toEqual(paths);
  expect(skipped("!x", paths)).toEqual(["!x"]);
  expect(skipped("build\n!build", paths)).toEqual(skipped("!build\nbuild", paths));
  expect(skipped("build\n!build", paths)).toEqual(["build", "build/x"]);
});

test("patterns are doublestar's: braces, hidden names, `a/**` for `a` itself, case", () => {
  const paths = ["a", "a/b", "x.js", "x.ts", ".env", "src/gen/x", "src/x", "X.JS"];
  expect(skipped("a/**", paths)).toEqual(["a", "a/b"]);
  expect(skipped("*.{js,ts}", paths)).toEqual(["x.js", "x.ts"]);
  expect(skipped("*/gen", paths)).toEqual(["src/gen/x"]);
  expect(skipped(".e*", paths)).toEqual([".env"]);
  expect(skipped("a/", paths)).toEqual([]);
});

test("the files of the project and the user count together, absent ones for nothing [#263]", () => {
  const both = [project("a\n"), global("b\n")];
  expect(["a", "b", "c"].filter((path) => isSkipped(both, path))).toEqual(["a", "b"]);
  expect(["a", "b"].filter((path) => isSkipped([global("b\n")], path))).toEqual(["b"]);
  expect(codemeldignoreMatcher([])).toBeUndefined();
  expect(codemeldignoreMatcher([project(""), global("\n# nothing\n  \n")])).toBeUndefined();
});

test("blank lines and comments are skipped, whatever ends the lines", () => {
  expect(skipped("\uFEFF# a\r\n\r\n \t\r\na\r\nb c\n", ["a", "b c", "# a", " \t"])).toEqual(["a", "b c"]);
});

test("a malformed pattern is an error with its file and line", () => {
  expect(refusal([project("ok\n\n# note\nsrc/[ab\n")]).details).toEqual({
    pattern: "src/[ab",
    offset: 4,
    reason: "unclosed_class",
    file: ".codemeld/codemeldignore",
    line: 4,
  });
  expect(refusal([project("ok"), global("{a\r\n")]).details).toMatchObject({ file: "~/.codemeld/global/codemeldignore", line: 1 });
});

test("looks at no directory's own rules", () => {
  const matcher = codemeldignoreMatcher([project("**/a")]);
  expect(matcher?.readsDirectories).toBe(false);
  const level = matcher?.start({ gitignore: "!a\nb\n" }).enter("x", { repository: {}, gitignore: "!a\nb\n" });
  expect([level?.skips("a", false), level?.skips("b", false)]).toEqual([true, false]);
});

test("stays quick on patterns that a backtracking matcher does not survive", () => {
  const names = Array.from({ length: 60 }, () => "a").join("/");
  expect(isSkipped([project(`${"**/a/".repeat(8)}b\n${"a*".repeat(8)}b`)], `${names}/c`)).toBe(false);
  expect(isSkipped([project(`${"**/a/".repeat(8)}b`)], `${names}/b`)).toBe(true);
});
