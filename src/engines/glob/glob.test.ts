import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPortsideError } from "../../core/errors.ts";
import type { GlobFault } from "./fault.ts";
import { compileGlob, type Glob, type GlobOptions, type GlobState } from "./index.ts";

/** A pattern, paths that match it, and paths that do not. */
type Rule = readonly [pattern: string, matching: readonly string[], others: readonly string[]];

function expectRule([pattern, matching, others]: Rule, options?: GlobOptions): void {
  const glob = compileGlob(pattern, options);
  expect({ pattern, matching: [...matching, ...others].filter((path) => glob.matches(path)) }).toEqual({ pattern, matching });
}

describe("within a name", () => {
  test.each<Rule>([
    ["a.b", ["a.b"], ["axb", "a.b/", "a.bc", "x/a.b", ""]],
    ["", [""], ["a", "/"]],
    ["*", ["", "a", ".a", "日本語", "😀"], ["a/b", "a/", "/a", "/"]],
    ["a*", ["a", "ab", "a.b"], ["ba", "a/b"]],
    ["*.ts", [".ts", "a.ts", "a.b.ts"], ["a.tsx", "ts", "a/b.ts"]],
    ["a*c", ["ac", "abc", "acc"], ["a", "c", "acb"]],
    ["ab*ba", ["abba", "ab-ba"], ["aba"]],
    ["*x*", ["x", "axb", "xx"], ["ab", ""]],
    ["a*b*c", ["abc", "a1b2c", "abbc", "abcbc"], ["acb", "ab", "bc"]],
    ["*ab*ab*", ["abab", "xabxabx"], ["ab", "aab", "abba"]],
    ["a*bb", ["abb", "abbb", "abxbb"], ["ab", "abbx"]],
    ["a*bc*c", ["abcc", "abcbc"], ["abc"]],
    ["*b?", ["bx", "abx", "bbb"], ["b", "ab"]],
    ["?", ["a", ".", "é", "☺", "😀"], ["", "ab", "/", "e\u0301"]],
    ["a?b", ["a☺b"], ["ab", "a/b", "a??b"]],
    ["*?*?*", ["ab", "abc"], ["a", ""]],
    ["*[0-9]?x", ["1ax", "a12x", "12x"], ["1x", "a1xx!"]],
  ])("%s", (...rule) => {
    expectRule(rule);
  });

  test("takes a code point outside the basic plane as one character", () => {
    expectRule(["*😀?", ["😀a", "😀😀", "x😀😁"], ["😀", "a"]]);
    expectRule(["[😀-😃]", ["😁"], ["😄", "\u{1F5FF}"]]);
    expectRule(["[!😀]", ["😁"], ["😀"]]);
    expectRule(["*[!😀]", ["😀a"], ["😀", "a😀"]]);
  });
});

describe("classes", () => {
  test.each<Rule>([
    ["[abc]", ["a", "c"], ["d", "", "ab"]],
    ["[a-c]x", ["ax", "bx"], ["dx", "x"]],
    ["[.]a", [".a"], ["xa"]],
    ["[*?]", ["*", "?"], ["a"]],
    ["[{,}]", ["{", ",", "}"], ["a"]],
    ["[a{]{b,c}[},]", ["ab}", "{c,"], ["bb}", "a{b,c}}"]],
    ["[a!^]", ["a", "!", "^"], ["b"]],
    ["[^^]", ["a"], ["^"]],
    ["[!-0]", ["!", "5"], ["-", "0"]],
    ["[-a]", ["-", "a"], ["b"]],
    ["[a-]", ["-", "a"], ["b"]],
    ["[a-b-d]", ["a", "b", "-", "d"], ["c"]],
    ["[a\\-c]", ["a", "-", "c"], ["b"]],
    ["[\\]\\\\]", ["]", "\\"], ["["]],
    ["[\\!a]", ["!", "a"], ["b"]],
    ["[z-a]", ["z"], ["a", "m"]],
    ["[[:alpha:]]", ["a]", ":]", "[]"], ["b", "a", "b]"]],
    ["a]", ["a]"], ["a"]],
    ["x[а-я]", ["xж"], ["xЖ"]],
  ])("%s", (...rule) => {
    expectRule(rule);
  });

  test("never match a slash, even one they list, and do not separate by it", () => {
    expectRule(["[/]", [], ["/"]]);
    expectRule(["a[^x]b", ["a-b"], ["a/b"]]);
    expectRule(["a[b/c]d", ["abd", "acd"], ["a/d", "ab/cd"]]);
  });

  test("negate with ! and with ^ [#200]", () => {
    for (const pattern of ["[!a]b", "[^a]b"]) expectRule([pattern, ["cb", "!b", "^b"], ["ab", "b"]]);
  });
});

describe("what other dialects would treat as syntax is literal", () => {
  test("ranges in braces, extended groups and a leading exclamation mark [#200]", () => {
    expectRule(["a{1..3}", ["a1..3"], ["a1", "a2", "a{1..3}"]]);
    expectRule(["+(a)", ["+(a)"], ["a", "aa"]]);
    expectRule(["!a", ["!a"], ["b", "a"]]);
    expectRule(["!*.ts", ["!a.ts"], ["a.js"]]);
  });

  test.each<Rule>([
    ["@(types)/*", ["@(types)/node"], ["types/node", "@types/node"]],
    ["*(a)", ["(a)", "b(a)"], ["aaa"]],
    ["?(a)", ["x(a)"], ["a", "(a)"]],
    ["(a|b)", ["(a|b)"], ["a", "b"]],
    ["app/(group)/page.tsx", ["app/(group)/page.tsx"], ["app/group/page.tsx"]],
    ["#a", ["#a"], ["a"]],
    ["~/a^b$ 'c' \"d\"", ["~/a^b$ 'c' \"d\""], []],
    ["%41\n", ["%41\n"], ["A"]],
  ])("%s", (...rule) => {
    expectRule(rule);
  });

  test("but brackets are a class, so that a directory in brackets needs an escape", () => {
    expectRule(["app/[id]/page.tsx", ["app/i/page.tsx", "app/d/page.tsx"], ["app/[id]/page.tsx"]]);
    for (const pattern of ["app/\\[id\\]/page.tsx", "app/[[]id]/page.tsx"]) {
      expectRule([pattern, ["app/[id]/page.tsx"], ["app/i/page.tsx"]]);
    }
  });

  test("an escape makes any character literal", () => {
    expectRule(["\\*\\?\\[\\{\\a\\\\", ["*?[{a\\"], ["b?[{a\\"]]);
    expectRule(["{a\\,b,c\\}}", ["a,b", "c}"], ["a", "b", "c"]]);
    expectRule(["a\\/b", ["a/b"], ["a\\/b"]]);
  });
});

describe("whole components", () => {
  test.each<Rule>([
    ["**", ["", "a", "a/b/c", ".a/b", "a/", "/"], []],
    ["a/**", ["a", "a/", "a/b", "a/b/c"], ["ab", "b/a", ""]],
    ["a/**/*", ["a/b", "a/b/c", "a/"], ["a", "ab"]],
    ["**/c", ["c", "a/c", "a/b/c", "/c"], ["abc", "a/abc", "c/a"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b", "a/b/b"], ["a", "ab", "a/b/x"]],
    ["a/**/b/**/c", ["a/b/c", "a/x/b/y/z/c", "a/c/b/c"], ["a/c", "a/b", "b/c"]],
    ["**/**/c", ["c", "a/b/c"], ["a"]],
    ["**/a/**", ["a", "a/b", "x/a", "x/a/y"], ["ab", "x/ab"]],
    ["**\\/b", ["b", "x/a/b"], ["xb"]],
    ["src/**/test/*.spec.ts", ["src/test/a.spec.ts", "src/a/b/test/a.spec.ts"], ["src/a.spec.ts", "src/test/x/a.spec.ts"]],
  ])("a globstar takes any number of names: %s", (...rule) => {
    expectRule(rule);
  });

  test.each<Rule>([
    ["***", ["a", ""], ["a/b"]],
    ["a**", ["a", "ab"], ["a/b"]],
    ["**.ts", ["a.ts"], ["a/b.ts"]],
    ["a**/b", ["ab/b", "a/b"], ["a/x/b"]],
    ["\\**", ["*", "*a"], ["a", "*/b"]],
    ["x{**/y,z}", ["x/y", "xa/y", "xz"], ["x/a/y", "xa/b/y"]],
    ["a{*,b}*", ["a", "ab"], ["a/b"]],
  ])("stars beside anything else stay within their name: %s", (...rule) => {
    expectRule(rule);
  });

  test.each<Rule>([
    ["a/", ["a/"], ["a", "a/b", "a//"]],
    ["a//b", ["a//b"], ["a/b"]],
    ["/a", ["/a"], ["a"]],
    ["./a", ["./a"], ["a"]],
    ["a/./b", ["a/./b"], ["a/b"]],
    ["../a", ["../a"], ["a"]],
    ["*/", ["a/", "/"], ["a", ""]],
    ["*/*", ["a/b", "a/", "/b", "/"], ["a", "a/b/c"]],
  ])("every slash separates two names, one of them may be empty: %s", (...rule) => {
    expectRule(rule);
  });

  test.each<Rule>([
    ["a/**/", ["a", "a/", "a/b/"], ["a/b", "ab"]],
    ["**/**/", ["", "a", "a/b", "a/b/"], []],
    ["*/**/", ["", "a", "a/", "a/b/"], ["a/b"]],
    ["*/**", ["", "a", "a/b/c"], []],
    ["b**/", ["b/", "bc/"], ["b", "b/c"]],
    ["foo*{.js,}", ["foo", "foo.js", "fool"], ["fo"]],
    ["a***", ["a", "ab"], ["a/b"]],
  ])("a tail that can be empty may be empty: %s", (...rule) => {
    expectRule(rule);
  });

  test("wildcards match a leading dot like any other character", () => {
    expectRule(["a/*/c", ["a/.b/c"], []]);
    expectRule(["?a", [".a"], []]);
    expectRule(["**/c", [".a/.b/c"], []]);
    expectRule([".*", [".a", "."], ["a"]]);
  });
});

describe("braces", () => {
  test.each<Rule>([
    ["{a}", ["a"], ["{a}"]],
    ["{}", [""], ["{}"]],
    ["a{b,}", ["a", "ab"], ["b"]],
    ["{,a}b", ["b", "ab"], ["a"]],
    ["*.{t,j}s{,x}", ["a.ts", "a.jsx"], ["a.s", "a.x"]],
    ["{{a,b},{c,d}}", ["a", "b", "c", "d"], ["", "{a"]],
    ["src/{a/{b,c},d}/e", ["src/a/b/e", "src/a/c/e", "src/d/e"], ["src/a/e", "src/b/e"]],
    ["{*.js,sub/**}", ["x.js", "sub", "sub/a/b"], ["a/x.js"]],
    ["{**,x}/b", ["b", "a/c/b", "x/b"], ["xb"]],
    ["a{/**,}", ["a", "a/b"], ["ab"]],
    ["a,b", ["a,b"], ["a", "b"]],
    ["{[?],b}", ["?", "b"], ["a"]],
    ["{a*,a**}{*b,b}", ["ab", "axb", "abb"], ["a", "b"]],
    ["{[a-*],[a-**]}", ["a", "*"], ["-"]],
  ])("%s", (...rule) => {
    expectRule(rule);
  });

  test("are expanded as text, so that a bracket in a group is only a character", () => {
    // "[" and "?]a}" meet in a class, and the brace behind it has lost its partner.
    expectRule(["{[}?]a}", ["?a}"], ["}a", "[?]a}"]]);
    expectRule(["{[x,y}z]}", ["x}", "z}", "yz]}"], ["xz]}", "x,y}"]]);
  });

  test("match what the alternatives match one by one", () => {
    const alternative = fc.stringMatching(/^[ab*?/.]{0,4}$/);
    const path = fc.stringMatching(/^[ab/.]{0,6}$/);
    fc.assert(
      fc.property(alternative, fc.array(alternative, { minLength: 1, maxLength: 3 }), alternative, path, (head, choices, tail, tested) => {
        const together = compileGlob(`${head}{${choices.join(",")}}${tail}`).matches(tested);
        expect(together).toBe(choices.some((choice) => compileGlob(head + choice + tail).matches(tested)));
      }),
    );
  });
});

describe("ignoring case", () => {
  test.each<Rule>([
    ["README*", ["readme.md", "ReadMe"], ["read"]],
    ["*.TS", ["a.ts", "A.Ts"], ["a.tsx"]],
    ["{A,B}/**/c?", ["a/CX", "b/x/cx"], ["c/cx"]],
    ["[a-c]", ["B"], ["D"]],
    ["[A-C]x", ["bX"], ["dx"]],
    ["[!a-c]", ["D"], ["A", "b"]],
    ["[Z-a]", ["z", "Z", "_", "a", "A"], ["b", "Y"]],
    ["ΑΣ", ["ασ", "Ασ"], ["ας"]],
    ["i", ["I", "İ"], ["ı"]],
    ["ß", ["ẞ", "ß"], ["SS", "ss"]],
    ["k?", ["K1", "\u212A1"], []],
    ["ǅ", ["ǆ", "Ǆ"], ["dž"]],
    ["𐐀?", ["𐐨x"], []],
    ["[а-я]", ["Ж"], []],
    ["[\u2126-\u212B]", ["k", "å", "ω", "\u212A"], ["j"]],
  ])("%s", (...rule) => {
    expectRule(rule, { ignoreCase: true });
  });

  test("is off unless asked for", () => {
    expectRule(["a[b-d]*", ["abx"], ["Abx", "aBx"]]);
  });

  test("keeps every match there is with case", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "B", "ß", "Σ", "ς", "İ", "\u212A", "ǅ", "😀", "𐐀"), maxLength: 4 });
    const unit = fc.constantFrom("a", "B", "Σ", "İ", "*", "?", "[A-ſ]", "[\u2100-\u2200]", "[ß-ς]");
    const pattern = fc.string({ unit, maxLength: 4 });
    fc.assert(
      fc.property(pattern, name, (source, tested) => {
        fc.pre(compileGlob(source).matches(tested));
        expect(compileGlob(source, { ignoreCase: true }).matches(tested)).toBe(true);
      }),
    );
  });
});

describe("malformed patterns", () => {
  test.each<[pattern: string, offset: number, reason: GlobFault]>([
    ["\\", 0, "trailing_backslash"],
    ["😀a\\", 3, "trailing_backslash"],
    ["a[", 1, "unclosed_class"],
    ["[a-", 0, "unclosed_class"],
    ["[!", 0, "unclosed_class"],
    ["[\\]", 0, "unclosed_class"],
    ["😀/[b", 3, "unclosed_class"],
    ["[]", 0, "empty_class"],
    ["[]a]", 0, "empty_class"],
    ["x[!]", 1, "empty_class"],
    ["x[^]y]", 1, "empty_class"],
    ["{a", 0, "unclosed_brace"],
    ["{a,{b}", 0, "unclosed_brace"],
    ["a{[}]", 1, "unclosed_brace"],
    ["a}", 1, "unopened_brace"],
    ["{a}}", 3, "unopened_brace"],
    ["\\{a}", 3, "unopened_brace"],
    ["{[a,b]}", 1, "split_class"],
    ["x{[!{]}", 1, "split_class"],
    ["{b,[^}],b}", 3, "split_class"],
    ["{a[}]b,c}", 2, "split_class"],
    ["a\uD83D", 1, "lone_surrogate"],
  ])("%j", (pattern, offset, reason) => {
    expect(faultOf(pattern)).toEqual({ pattern, offset, reason });
  });

  test("a pattern longer than 4,096 units is refused whole", () => {
    const longest = "a".repeat(4_096);
    expect(compileGlob(longest).matches(longest)).toBe(true);
    expect(faultOf(`${longest}a`)).toMatchObject({ offset: 4_096, reason: "pattern_too_long" });
  });

  test("braces may stand for 1,024 patterns, and the next one is refused with the group that makes it", () => {
    expectRule(["{a,b}".repeat(10), ["abababbaba"], ["ababa"]]);
    expect(faultOf("{a,b}".repeat(11))).toMatchObject({ offset: 50, reason: "too_many_alternatives" });
    expect(faultOf("{a,aa}".repeat(12))).toMatchObject({ reason: "too_many_alternatives" });
  });

  test("the patterns that braces stand for may hold 131,072 code points together", () => {
    expect(faultOf(`${"{a,b}".repeat(9)}${"c".repeat(300)}`)).toMatchObject({ reason: "expansion_too_long" });
    expect(faultOf(`${"{a,b}".repeat(9)}${"{}".repeat(1_000)}`)).toMatchObject({ reason: "expansion_too_long" });
    expectRule([`${"{a,b}".repeat(9)}${"c".repeat(200)}`, [`abababaab${"c".repeat(200)}`], ["a"]]);
  });

  test("deep nesting is no trouble", () => {
    expectRule([`${"{".repeat(2_000)}a${"}".repeat(2_000)}`, ["a"], ["{a"]]);
  });
});

describe("a walk", () => {
  test("learns where nothing can match", () => {
    const glob = compileGlob("src/*/test/**");
    expect(walk(glob, "lib")).toBeUndefined();
    expect(walk(glob, "src/a/lib")).toBeUndefined();
    expect(describeState(glob, "src")).toEqual({ accepts: false, opens: true });
    expect(describeState(glob, "src/a/test")).toEqual({ accepts: true, opens: true });
    expect(describeState(glob, "src/a/test/x/y")).toEqual({ accepts: true, opens: true });
  });

  test("learns where the last match is", () => {
    const glob = compileGlob("{a,a/b}");
    expect(describeState(glob, "a")).toEqual({ accepts: true, opens: true });
    expect(describeState(glob, "a/b")).toEqual({ accepts: true, opens: false });
    expect(walk(glob, "a/b/c")).toBeUndefined();
  });

  test.each(["/a", "a//b", "a/", "src/*/", "a/**/"])("does not enter what only an empty name would match: %s", (pattern) => {
    const glob = compileGlob(pattern);
    const below = glob.step(glob.start, "a");
    expect(pattern.startsWith("a") ? below !== undefined && glob.opens(below) : glob.opens(glob.start)).toBe(false);
  });

  test("knows whether a hidden name is meant", () => {
    const glob = compileGlob("{.github/**,**/.config/*.d/[.]x,*.md,.env*,\\.a?}");
    const hidden = [".github", ".config", ".env", ".env.local", ".ab", ".x", ".md", "readme.md", ".a"];
    expect(hidden.filter((name) => glob.unhides(glob.start, name))).toEqual([".github", ".config", ".env", ".env.local", ".ab"]);
  });

  test("unhides a name only at the place where the pattern names it", () => {
    const glob = compileGlob("a/.b/**");
    const inA = glob.step(glob.start, "a") as GlobState;
    const inB = glob.step(inA, ".b") as GlobState;
    expect([glob.start, inA, inB].map((state) => glob.unhides(state, ".b"))).toEqual([false, true, false]);
  });

  test("unhides without regard to case when case is ignored", () => {
    const glob = compileGlob("{.GitHub,.Env*}", { ignoreCase: true });
    expect([".github", ".ENV.local", ".x"].map((name) => glob.unhides(glob.start, name))).toEqual([true, true, false]);
  });

  test("accepts exactly the paths that match", () => {
    const pattern = fc.array(fc.constantFrom("a", "b", "*", "?", "**", "/", "/", ".", "{a,b/}", "{/**,}", "[ab]"), { maxLength: 7 });
    const path = fc.stringMatching(/^[abA/.]{0,9}$/);
    fc.assert(
      fc.property(pattern, path, fc.boolean(), (parts, tested, ignoreCase) => {
        const glob = compileGlob(parts.join(""), { ignoreCase });
        const state = walk(glob, tested);
        expect(state !== undefined && glob.accepts(state)).toBe(glob.matches(tested));
      }),
      { numRuns: 1_000 },
    );
  });

  test("opens every directory above a match", () => {
    const pattern = fc.array(fc.constantFrom("a", "b", "*", "**", "/", "/", "{a,b/c}"), { minLength: 1, maxLength: 7 });
    const names = fc.array(fc.constantFrom("a", "b", "c", "ab"), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(pattern, names, (parts, path) => {
        const glob = compileGlob(parts.join(""));
        fc.pre(glob.matches(path.join("/")));
        for (let depth = 0; depth < path.length; depth++) {
          const state = depth === 0 ? glob.start : walk(glob, path.slice(0, depth).join("/"));
          expect(state !== undefined && glob.opens(state)).toBe(true);
        }
      }),
    );
  });
});

function walk(glob: Glob, path: string): GlobState | undefined {
  let state: GlobState | undefined = glob.start;
  for (const name of path.split("/")) state = state && glob.step(state, name);
  return state;
}

function describeState(glob: Glob, path: string): { accepts: boolean; opens: boolean } | undefined {
  const state = walk(glob, path);
  return state && { accepts: glob.accepts(state), opens: glob.opens(state) };
}

function faultOf(pattern: string): unknown {
  try {
    compileGlob(pattern);
  } catch (error) {
    if (isPortsideError(error, "invalid_glob")) return error.details;
    throw error;
  }
  return undefined;
}
