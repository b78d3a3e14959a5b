import { describe, expect, test } from "vitest";
import { ignoredIn, type IgnoreTree } from "../../../test/support/ignore-tree.ts";
import { gitignoreMatcher } from "./index.ts";

const nothing: IgnoreTree = { ignoreCase: false, global: "", exclude: "", ignoreFiles: {} };

/** Whether a tree ignores a path; one that ends in `/` is a directory. */
function isIgnored(tree: Partial<IgnoreTree>, path: string): boolean {
  return ignoredIn({ ...nothing, ...tree })(path.replace(/\/$/, ""), path.endsWith("/"));
}

/** Rows of a root's `.gitignore`, paths it ignores and paths it does not, separated by blanks. */
type Row = readonly [gitignore: string, ignored: string, kept: string];

function expectRow([text, ignored, kept]: Row, ignoreCase = false): void {
  const paths = [...ignored.split(" "), ...kept.split(" ")].filter((path) => path !== "");
  const found = paths.filter((path) => isIgnored({ ignoreCase, ignoreFiles: { "": text } }, path));
  expect(found).toEqual(ignored.split(" ").filter((path) => path !== ""));
}

const rows = (...table: Row[]): Row[] => table;

describe("a line", () => {
  test("is for directories, anchored, a comment, literal or trimmed as gitignore(5) says [#267]", () => {
    expectRow(["foo/", "foo/ a/foo/ foo/x", "foo a/foo"]);
    expectRow(["/foo", "foo foo/ foo/x", "a/foo"]);
    expectRow(["a/b", "a/b a/b/c", "c/a/b b"]);
    expectRow(["/a/b/", "a/b/ a/b/c", "a/b c/a/b/"]);
    expectRow(["foo", "foo a/foo a/b/foo/ a/foo/x", "foot afoo foo.txt"]);
    expectRow(["#foo", "", "#foo foo"]);
    expectRow(["\\#foo", "#foo", "\\#foo foo"]);
    expectRow(["\\!foo", "!foo", "foo"]);
    expectRow(["foo\r\nbar\r\n", "foo bar", "foo\r"]);
    const text = "one\\ \ntwo\\  \nthree\\\\ \nfour  \ntab\t\n front\n";
    const ignored = (path: string): boolean => isIgnored({ ignoreFiles: { "": text } }, path);
    expect(["one ", "two ", "three\\", "four", "tab\t", " front"].map(ignored)).toEqual([true, true, true, true, true, true]);
    expect(["one", "two", "two  ", "three", "three\\ ", "four  ", "tab", "front"].some(ignored)).toBe(false);
    expect(isIgnored({ ignoreFiles: { sub: "/foo\na/b\nbar\n" } }, "sub/foo")).toBe(true);
    expect(["foo", "a/b", "bar"].some((path) => isIgnored({ ignoreFiles: { sub: "/foo\na/b\nbar\n" } }, path))).toBe(false);
  });

  test("may be the last without an end, stand behind a byte order mark, or say nothing", () => {
    expectRow(["\uFEFFa\n\n \n/\n!\n!/\n//\nb", "a b", "c \uFEFFa"]);
    expectRow(["\uFEFF#a\nb\r", "b", "a #a"]);
  });

  test("ends at a NUL", () => expectRow(["a\0b\nc", "a c", "b ab"]));

  test("ends at LF only: a CR anywhere but before it is part of the pattern", () => {
    expect(isIgnored({ ignoreFiles: { "": "a\rb\nc\r\r\n" } }, "a\rb")).toBe(true);
    expect(isIgnored({ ignoreFiles: { "": "c\r\r\n" } }, "c\r")).toBe(true);
    expect(isIgnored({ ignoreFiles: { "": "c\r\r\n" } }, "c")).toBe(false);
  });
});

describe("wildcards", () => {
  test.each(
    rows(
      ["*.log", "a.log .log x/y.log", "a.logs log a.log.gz"],
      ["a*b*c", "abc axbyc abcbc", "ac abcd xabc acb"],
      ["/foo/*", "foo/a foo/a/b foo/.a", "foo/ a/foo/b"],
      ["/*/b", "a/b", "b a/a/b"],
      ["a?c", "abc a?c", "ac abbc"],
      ["/a?c", "abc", "a/c"],
      ["\\*.txt", "*.txt", "a.txt"],
      ["\\a\\b", "ab", "\\a\\b"],
      ["**", "a a/b", ""],
      ["a**b", "ab axxb", "a/b a/x/b"],
      ["***.c", "a.c x/a.c", "a.d"],
      ["*", "a .a x/", ""],
    ),
  )("%j ignores %j and not %j", (...row) => expectRow(row));
});

describe("globstars", () => {
  test.each(
    rows(
      ["**/foo/bar", "foo/bar a/foo/bar a/b/foo/bar", "foo/x/bar bar"],
      ["a/**/b", "a/b a/x/b a/x/y/b", "z/a/b ab a/xb"],
      ["a/**", "a/b a/b/c", "a/ a b/a/x"],
      ["/**", "a a/b", ""],
      ["**/", "a/ a/b", "a"],
      ["a/**/**/b", "a/b a/x/b a/x/y/b", "a/xb"],
      ["a/**/*", "a/b a/b/c", "a/"],
      ["a/x**/b", "a/x/b a/xy/b a/x/y/b a/xb", "a/yx/b"],
      ["a/?**/b", "a/x/b a/xy/b", "a/x/y/b a/b"],
      ["a/**\\/b", "a/x/b a/x/y/b", "a/b"],
    ),
  )("%j ignores %j and not %j", (...row) => expectRow(row));

  test.each(
    rows(
      // The rule takes in what is below a directory, though a later one takes back the directory.
      ["/f**\n!/foo/", "f fo foo/x foo/x/y", "foo/ a"],
      ["/f*\n!/foo/", "f fo", "foo/ foo/x a"],
      ["/f**/c", "fc f/c foo/c foo/x/c", "c a/fc foc"],
      ["/f**/**", "f foo foo/x", "a"],
      ["/f**\\/c", "f/c foo/c foo/x/c", "fc"],
      ["/f**/**/c", "fc foo/x/y/c", "f/ x/c"],
      ["/f**//", "f/", "f fo/ f"],
      ["/f**/**\\/c", "f/c foo/c foo/x/c", "fc"],
      ["/?**/c", "f/c foo/c", "fc foo/x/c"],
    ),
  )("%j ignores %j and not %j: behind a literal beginning stars are a globstar", (...row) => expectRow(row));
});

describe("classes", () => {
  test.each(
    rows(
      ["[abc]", "a b c x/a", "d ab"],
      ["[!a]x", "bx !x", "ax x"],
      ["[^a]x", "bx ^x", "ax"],
      ["[a-c]", "a b c", "d - "],
      ["[z-a]", "z", "m a -"],
      ["[]a]", "] a", "[ []a]"],
      ["[!]a]", "b", "] a"],
      ["[a-]", "a -", "b"],
      ["[-a]", "a -", "b"],
      ["[a\\-c]", "a - c", "b"],
      ["[\\]]", "]", "\\"],
      ["[a-\\c]", "a b c", "\\ -"],
      ["x[a/b]y", "xay xby/", "x/y xa c/xay"],
      ["/x[a/b]y", "xay xby", "x/y x/ y"],
      ["/x[!a]y", "xby", "x/y xay"],
      ["[a-c-e]", "a b c - e", "d"],
      ["[[:digit:]]*", "1a 9", "a1"],
      ["[[:upper:][:digit:]]", "A 1", "a"],
      ["[![:alpha:]]", "1 -", "a Z"],
      ["[[:a]", "[ : a", "b"],
      ["[[:]", "[ :", "] [:]"],
      ["[[:digit:]-a]", "1 - a", "b :"],
    ),
  )("%j ignores %j and not %j", (...row) => expectRow(row));

  test("a named one holds ASCII, and `space` neither a vertical tab nor a form feed", () => {
    const space = (name: string): boolean => isIgnored({ ignoreFiles: { "": "[[:space:]]" } }, name);
    expect([" ", "\t", "\n", "\r"].map(space)).toEqual([true, true, true, true]);
    expect(["\v", "\f", "\u00a0", "a"].map(space)).toEqual([false, false, false, false]);
    const punctuation = Array.from("!\"#$%&'()*+,-:;<=>?@[\\]^_`{|}~");
    expect(punctuation.filter((name) => !isIgnored({ ignoreFiles: { "": "[[:punct:]]" } }, name))).toEqual([]);
  });

  test.each(
    rows(
      ["[", "", "[ a"],
      ["[a", "", "[a a"],
      ["a[", "", "a["],
      ["[!", "", "[! a"],
      ["[[:nope:]]", "", "n [[:nope:]]"],
      ["[[::]]", "", ":"],
    ),
  )("%j is malformed and ignores nothing", (...row) => expectRow(row));

  test("a malformed line leaves the others alone", () => expectRow(["[a\nb\nc\\", "b", "[a a c c\\"]));
});

describe("what other languages would treat specially is literal", () => {
  test.each(
    rows(
      ["*.{js,ts}", "a.{js,ts}", "a.js a.ts"],
      ["@(a|b)", "@(a|b)", "a b"],
      ["a+", "a+", "a aa"],
      ["a//b", "", "a/b a"],
      ["./a", "", "a"],
      ["~", "~", "a"],
    ),
  )("%j ignores %j and not %j", (...row) => expectRow(row));
});

test("characters are bytes: `?` and a class match one of those of UTF-8", () => {
  expectRow(["?", "a", "é 日"]);
  expectRow(["??", "é ab", "e 日"]);
  expectRow(["????", "😀", "日"]);
  expectRow(["[é]", "", "é e"]);
  expectRow(["[é][é]", "é", "e"]);
  expectRow(["é*", "é été/ éa".replace("été/", "éé"), "e ê"]);
  expectRow(["*é.md\n\\日", "aé.md 日", "è.md"]);
});

describe("case", () => {
  test.each(rows(["README\n*.TXT", "README a.TXT", "readme a.txt"], ["[A-Z]", "A", "a"]))("counts: %j ignores %j and not %j", (...row) =>
    expectRow(row),
  );

  test.each(
    rows(
      ["README\n*.TXT\nA/b", "readme a.txt Readme a/B A.TXT", "read"],
      ["É", "É", "é"],
      ["[A-C]\n[[:upper:]]x", "a B ax Ax", "d"],
      // Git folds the name and what a pattern says without a backslash or a class: what it does not fold can match no more.
      ["\\A", "", "a A"],
      ["[A]", "", "a A"],
      ["[a]", "a A", "b"],
    ),
  )("does not count with ignoreCase: %j ignores %j and not %j", (...row) => expectRow(row, true));
});

describe("layers", () => {
  test("of global excludes, info/exclude and .gitignore files downwards the last match wins [#265]", () => {
    const tree = { global: "*.a\n", exclude: "!x.a\n*.b\n", ignoreFiles: { "": "!x.b\n*.c\n!*.d\n", sub: "x.b\n!x.c\n" } };
    const paths = ["y.a", "x.a", "y.b", "x.b", "x.c", "sub/x.b", "sub/x.c", "sub/y.c", "sub/in/x.c", "sub/x.a"];
    expect(paths.filter((path) => isIgnored(tree, path))).toEqual(["y.a", "y.b", "x.c", "sub/x.b", "sub/y.c"]);
  });

  test("within a file the last match wins, and `!` takes back", () => {
    expectRow(["*.log\n!a.log\n!b.log\nb.log", "c.log b.log", "a.log"]);
    expectRow(["*\n!d/\n!*.c", "x e", "d/ a.c"]);
    expectRow(["/*\n!/foo\n/foo/*\n!/foo/bar", "z foo/y", "foo/ foo/bar/ foo/bar/x"]);
  });

  test("nothing below an ignored directory can be taken back", () => {
    const tree = { ignoreFiles: { "": "build/\n!build/keep.txt\n", build: "!*\n" } };
    expect(["build/", "build/keep.txt", "build/x"].filter((path) => !isIgnored(tree, path))).toEqual([]);
  });

  test("a nested file is about what is below it", () => {
    const tree = { ignoreFiles: { sub: "/a\nb/c\nd\n" } };
    const paths = ["a", "b/c", "d", "sub/a", "sub/x/a", "sub/b/c", "sub/x/b/c", "sub/d", "sub/x/d"];
    expect(paths.filter((path) => isIgnored(tree, path))).toEqual(["sub/a", "sub/b/c", "sub/d", "sub/x/d"]);
  });

  test(".gitignore files hold where there is no repository [#269]", () => {
    const root = gitignoreMatcher().start({ gitignore: "*.log\n" });
    expect(root.skips("a.log", false)).toBe(true);
    expect(root.enter("sub", { gitignore: "!b.log\n" }).skips("b.log", false)).toBe(false);
  });
});

test("in a directory that holds .git only the global excludes and its own rules hold, and those only there [#266]", () => {
  const tree: Partial<IgnoreTree> = {
    global: "*.g\n/top\n",
    exclude: "*.e\n",
    ignoreFiles: { "": "*.o\nnested/sub/x\n", nested: "*.i\n", "nested/sub": "*.s\n" },
    repositories: { nested: "*.n\n" },
  };
  const files = ["a.g", "top", "a.e", "a.o", "a.i", "a.n", "sub/a.g", "sub/top", "sub/a.o", "sub/a.i", "sub/a.n", "sub/a.s", "sub/x"];
  expect(files.filter((path) => isIgnored(tree, `nested/${path}`))).toEqual([
    "a.g",
    "top",
    "a.i",
    "a.n",
    "sub/a.g",
    "sub/a.i",
    "sub/a.n",
    "sub/a.s",
  ]);
  expect(["a.i", "a.n", "other/a.i"].some((path) => isIgnored(tree, path))).toBe(false);
  expect(["a.e", "a.o", "other/a.g"].every((path) => isIgnored(tree, path))).toBe(true);
  expect(isIgnored({ ...tree, ignoreFiles: { "": "nested\n" } }, "nested/")).toBe(true);
});

test("a level is a value: entering a directory leaves it, and a skipped directory may be entered", () => {
  const root = gitignoreMatcher().start({ gitignore: "build/\n*.log\n/a/x\n" });
  const a = root.enter("a", { gitignore: "!*.log\n" });
  const build = root.enter("build", {});
  expect([a.skips("x", false), a.skips("b.log", false), build.skips("x", false), build.skips("b.log", false)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([root.skips("build", true), root.skips("b.log", false), root.skips("x", false)]).toEqual([true, true, false]);
});

test("a matcher serves one walk after the other, with other texts", () => {
  const matcher = gitignoreMatcher({ global: "g\n" });
  const skipped = (gitignore: string): string[] => ["g", "a", "b"].filter((name) => matcher.start({ gitignore }).skips(name, false));
  expect([skipped("a\n"), skipped("b\n"), skipped("a\n!g\n")]).toEqual([["g", "a"], ["g", "b"], ["a"]]);
  for (let i = 0; i < 2_000; i++) matcher.start({ gitignore: `a${i}\n` });
  expect(skipped("a\n")).toEqual(["g", "a"]);
});

describe("patterns that a backtracking matcher does not survive", () => {
  const deep = (names: readonly string[]): string => names.join("/");

  test("on deep paths", () => {
    const tree = { ignoreFiles: { "": `${"**/a/".repeat(8)}b\n${"a*/**/".repeat(30)}b\n` } };
    const path = Array.from({ length: 60 }, () => "a");
    expect(isIgnored(tree, deep([...path, "c"]))).toBe(false);
    expect(isIgnored(tree, deep([...path, "b"]))).toBe(true);
  });

  test("on long names", () => {
    const tree = { ignoreFiles: { "": `${"a*".repeat(8)}b\n${"*?".repeat(60)}b\n${"[a-c]*".repeat(60)}d\n` } };
    expect(isIgnored(tree, "a".repeat(250))).toBe(false);
    expect(isIgnored(tree, `${"a".repeat(250)}b`)).toBe(true);
  });

  test("on both at once", () => {
    const tree = { ignoreFiles: { "": "**/*a*a*/**/*a*a*/**/b\n" } };
    const path = Array.from({ length: 62 }, () => "aaaaaaaaa");
    expect(isIgnored(tree, deep([...path, "c"]))).toBe(false);
    expect(isIgnored(tree, deep([...path, "b"]))).toBe(true);
  });

  test("and lines of a hundred thousand characters", () => {
    const lines = ["/f".padEnd(100_000, "**/"), "[".repeat(100_000), "[[:".repeat(30_000), "\\".repeat(100_001), `${" ".repeat(100_000)}x`];
    expect(isIgnored({ ignoreFiles: { "": `${lines.join("\n")}\nok\n` } }, "ok")).toBe(true);
    expect(isIgnored({ ignoreFiles: { "": lines.slice(1).join("\n") } }, "x")).toBe(false);
  });
});
