import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { compile } from "./index.ts";
import type { RegexFlags } from "./index.ts";

async function spans(pattern: string, text: string, flags?: RegexFlags): Promise<[number, number][]> {
  return Array.from((await compile(pattern, flags)).findAll(text), ({ start, end }) => [start, end]);
}

async function isMatch(pattern: string, text: string, flags?: RegexFlags): Promise<boolean> {
  return (await compile(pattern, flags)).isMatch(text);
}

describe("spans", () => {
  const table: readonly (readonly [pattern: string, text: string, expected: readonly (readonly [number, number])[]])[] = [
    [
      "ab",
      "xabab",
      [
        [1, 3],
        [3, 5],
      ],
    ],
    [
      "",
      "ab",
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      "",
      "😀",
      [
        [0, 0],
        [2, 2],
      ],
    ],
    [
      ".",
      "a\n😀",
      [
        [0, 1],
        [2, 4],
      ],
    ],
    ["a|ab", "ab", [[0, 1]]],
    ["ab|a", "ab", [[0, 2]]],
    [
      "a*",
      "baac",
      [
        [0, 0],
        [1, 3],
        [4, 4],
      ],
    ],
    [
      "a*?",
      "aa",
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      "a+?",
      "aa",
      [
        [0, 1],
        [1, 2],
      ],
    ],
    [
      "a{2}",
      "aaaaa",
      [
        [0, 2],
        [2, 4],
      ],
    ],
    [
      "a{2,3}",
      "aaaaa",
      [
        [0, 3],
        [3, 5],
      ],
    ],
    [
      "a{2,3}?",
      "aaaaa",
      [
        [0, 2],
        [2, 4],
      ],
    ],
    ["a{ 1 , 2 }b", "aab", [[0, 3]]],
    ["^a", "aa", [[0, 1]]],
    ["a$", "aa", [[1, 2]]],
    ["^", "a\nb", [[0, 0]]],
    ["$", "a\n", [[2, 2]]],
    ["(a)(?:b)(?P<n>c)(?<m>d)", "abcd", [[0, 4]]],
    ["\\x41\\x{1F600}\\u0042\\U00000043\\u{44}", "A😀BCD", [[0, 6]]],
    ["\\t\\r\\.\\-\\ \\%", "\t\r.- %", [[0, 6]]],
    ["]}", "a]}", [[1, 3]]],
  ];

  test.each(table)("%s on %j", async (pattern, text, expected) => {
    expect(await spans(pattern, text)).toEqual(expected);
  });

  test.each(["(?:|a)*", "(?:|a)+", "(?:a*?)*", "(?:a??)*", "(?:|a){2,5}"])(
    "%s prefers the empty text, as Rust does and V8 does not",
    async (pattern) => {
      const regex = await compile(pattern);
      expect(regex.find("aaab")).toMatchObject({ start: 0, end: 0 });
    },
  );

  test("find begins where it is told and sees what stands before", async () => {
    expect((await compile("a")).find("aba", 1)).toMatchObject({ start: 2, end: 3 });
    expect((await compile("^a|b")).find("aab", 1)).toMatchObject({ start: 2, end: 3 });
    expect((await compile("^a")).find("aa", 1)).toBeUndefined();
  });
});

describe("classes", () => {
  test.each<readonly [string, string, string]>([
    ["[]a]", "]a", "b["],
    ["[^]a]", "b[é", "]a"],
    ["[--a]", "-a", "b"],
    ["[a-]", "-a", "b"],
    ["[a-c-e]", "abc-e", "d"],
    ["[\\]\\\\]", "]\\", "["],
    ["[.$^]", ".$^", "a"],
    ["[^a-z]", "A0é😀\n", "amz"],
    ["[é-ü]", "éêü", "eà"],
    ["[\\x{1F600}-\\x{1F64F}]", "😀🙏", "🚀a"],
  ])("%s holds all of %j and none of %j", async (pattern, inside, outside) => {
    const regex = await compile(`^${pattern}$`);
    expect([...inside].filter((character) => !regex.isMatch(character))).toEqual([]);
    expect([...outside].filter((character) => regex.isMatch(character))).toEqual([]);
  });

  test("a lone surrogate is no character", async () => {
    for (const pattern of [".", "[^a]", "[\\x{0}-\\x{10FFFF}]"]) expect(await isMatch(pattern, "\uDC80")).toBe(false);
  });
});

describe("flags", () => {
  test("without case, letters match both ways, inside classes and before negation", async () => {
    expect(await isMatch("^heLLo$", "HEllO", { caseInsensitive: true })).toBe(true);
    expect(await isMatch("^[a-c]$", "B", { caseInsensitive: true })).toBe(true);
    expect(await isMatch("^[^x]$", "X", { caseInsensitive: true })).toBe(false);
    expect(await isMatch("[x@]", "`", { caseInsensitive: true })).toBe(false);
  });

  test("without case, k and s also match KELVIN SIGN and LONG S, and nothing else does [#227]", async () => {
    for (const letter of "abcdefghijklmnopqrstuvwxyz") {
      expect(await isMatch(`^${letter}$`, "\u212A", { caseInsensitive: true })).toBe(letter === "k");
      expect(await isMatch(`^[${letter.toUpperCase()}]$`, "\u017F", { caseInsensitive: true })).toBe(letter === "s");
    }
    expect(await isMatch("k", "\u212A")).toBe(false);
  });

  test.each<readonly [string, string, string]>([
    ["é", "éÉ", "eE"],
    ["[σ]", "σΣς", "s"],
    ["[^Σ]", "s", "σΣς"],
    ["[a-é]", "ZÉê", "ÿŸ"],
    ["ß", "ßẞ", "s"],
    ["\\p{Lu}", "aA", "1"],
    ["[[:upper:]--k]", "aB", "kK\u212A"],
  ])("without case, %s matches each of %j and none of %j", async (pattern, inside, outside) => {
    const regex = await compile(`^${pattern}$`, { caseInsensitive: true });
    expect([...inside].filter((character) => !regex.isMatch(character))).toEqual([]);
    expect([...outside].filter((character) => regex.isMatch(character))).toEqual([]);
  });

  test("without case, a character that has none is itself", async () => {
    expect(await spans("数→[😀]", "数→😀", { caseInsensitive: true })).toEqual([[0, 4]]);
  });

  test("dotAll lets the dot match a newline", async () => {
    expect(await isMatch("a.b", "a\nb")).toBe(false);
    expect(await isMatch("a.b", "a\nb", { dotAll: true })).toBe(true);
  });

  test("multiline anchors hold at every line, text anchors do not", async () => {
    expect(await spans("^", "a\nb\n", { multiline: true })).toEqual([
      [0, 0],
      [2, 2],
      [4, 4],
    ]);
    expect(await spans("$", "a\nb\n", { multiline: true })).toEqual([
      [1, 1],
      [3, 3],
      [4, 4],
    ]);
    expect(await spans("\\A|\\z", "a\nb", { multiline: true })).toEqual([
      [0, 0],
      [3, 3],
    ]);
  });

  test("crlf makes CRLF one end of line, and CR and LF others", async () => {
    const flags = { multiline: true, crlf: true };
    expect(await spans("$", "a\r\nb\rc\n", flags)).toEqual([
      [1, 1],
      [4, 4],
      [6, 6],
      [7, 7],
    ]);
    expect(await spans("^", "a\r\nb\rc\n", flags)).toEqual([
      [0, 0],
      [3, 3],
      [5, 5],
      [7, 7],
    ]);
    expect(await isMatch(".", "\r", flags)).toBe(false);
  });

  test.each<readonly [string, string, boolean]>([
    ["(?i)A(?-i)b", "ab", true],
    ["(?i)A(?-i)b", "aB", false],
    ["(?:a(?i)b)c", "aBc", true],
    ["(?:a(?i)b)c", "abC", false],
    ["a(?i)b|c", "C", true],
    ["(?s-i:a.)", "a\n", true],
    ["(?x) a # a comment\n b\\ [ c d ]", "ab d", true],
    ["(?x:a b)c d", "abcd", false],
    ["(?-u:\\w)", "é", false],
    ["\\w\\d\\s", "é٣\u0085", true],
    ["\\W", "é", false],
  ])("%s on %j: %s", async (pattern, text, expected) => {
    expect(await isMatch(pattern, text)).toBe(expected);
  });

  test("swapGreed makes greedy lazy and lazy greedy", async () => {
    expect(await spans("(?U)a+", "aa")).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(await spans("(?U)a+?", "aa")).toEqual([[0, 2]]);
  });
});

describe("Unicode", () => {
  test("words are Unicode's unless Unicode is switched off [#226]", async () => {
    expect(await spans("\\w+", "un café")).toEqual([
      [0, 2],
      [3, 7],
    ]);
    expect(await spans("(?-u)\\w+", "un café")).toEqual([
      [0, 2],
      [3, 6],
    ]);
  });

  test.each<readonly [string, string, string]>([
    ["\\p{Greek}", "αΩ", "a"],
    ["\\p{isgreek}", "α", "a"],
    ["\\p{Script=Cyrl}", "я", "a"],
    ["\\P{sc!=Latin}", "a", "α"],
    ["\\p{scx:Hira}", "あー", "a"],
    ["\\pL", "aα数", "1"],
    ["\\PN", "a", "1٣"],
    ["\\p{uppercase letter}", "AΩ", "a"],
    ["\\p{Cased_Letter}", "aAǅ", "数"],
    ["\\p{Emoji}", "😀1", "a"],
    ["\\p{XIDS}", "aα", "1"],
    ["\\p{gcb=Extend}", "\u0301", "a"],
    ["\\p{Any}", "a\0", ""],
    ["[\\p{L}--\\p{Lu}]", "aα", "AΩ1"],
    ["[\\w&&[^\\d]]", "aα_", "1٣-"],
    ["[a-f~~d-z]", "acgz", "df"],
    ["[[:^alpha:]]", "1é", "aZ"],
  ])("%s matches each of %j and none of %j", async (pattern, inside, outside) => {
    const regex = await compile(`^${pattern}$`);
    expect([...inside].filter((character) => !regex.isMatch(character))).toEqual([]);
    expect([...outside].filter((character) => regex.isMatch(character))).toEqual([]);
  });

  test.each<readonly [name: string, codePoint: number, version: string, before: string]>([
    ["EURO SIGN", 0x20ac, "2.1", "2.0"],
    ["LATIN CAPITAL LETTER S WITH COMMA BELOW", 0x0218, "3.0", "2.1"],
    ["a noncharacter in the middle of a block", 0xfdd0, "3.1", "3.0"],
    ["LINEAR B SYLLABLE B008 A", 0x10000, "4.0", "3.2"],
    ["LATIN CAPITAL LETTER SHARP S", 0x1e9e, "5.1", "5.0"],
    ["ROCKET", 0x1f680, "6.0", "5.2"],
    ["GRINNING FACE", 0x1f600, "6.1", "6.0"],
    ["TURKISH LIRA SIGN", 0x20ba, "6.2", "6.1"],
    ["BITCOIN SIGN", 0x20bf, "10.0", "9.0"],
    ["SQUARE ERA NAME REIWA", 0x32ff, "12.1", "12.0"],
    ["IDEOGRAPHIC DESCRIPTION CHARACTER SUBTRACTION", 0x31ef, "15.1", "15.0"],
    ["FINGERPRINT", 0x1fac6, "16.0", "15.1"],
  ])("%s is in the Unicode of its age and of every later one, and in none before", async (_name, codePoint, version, before) => {
    const character = String.fromCodePoint(codePoint);
    const matches = async (pattern: string): Promise<boolean> => (await compile(pattern)).isMatch(character);
    expect(await matches(`\\p{age=${version}}`)).toBe(true);
    expect(await matches("\\p{age=16.0}")).toBe(true);
    expect(await matches(`\\p{age=${before}}`)).toBe(false);
    expect(await matches(`[\\p{age=${version}}--\\p{age=${before}}]`)).toBe(true);
    expect(await matches(`\\P{age=${version}}`)).toBe(false);
    expect(await matches(`\\p{age!=${before}}`)).toBe(true);
  });

  test.each(["1.1", "2.0", "16.0"])(
    "of age %s are characters for private use and noncharacters at the end, but no surrogate",
    async (age) => {
      const regex = await compile(`\\p{age=${age}}`);
      expect(regex.isMatch("\ue000")).toBe(true);
      expect(regex.isMatch("\uffff")).toBe(true);
      expect(regex.isMatch("\u{10ffff}")).toBe(age !== "1.1");
      for (const surrogate of ["\ud800", "\udfff"]) {
        expect(regex.isMatch(surrogate)).toBe(false);
        expect((await compile(`\\P{age=${age}}`)).isMatch(surrogate)).toBe(false);
      }
    },
  );

  test("what has no character is of no age", async () => {
    const regex = await compile("\\p{age=16.0}");
    expect(regex.isMatch("\u0378")).toBe(false);
    expect(regex.isMatch("\u{e0000}")).toBe(false);
  });

  test.each(["age=3.2", "age:3.2", "age=V3_2", "age=v32", "Age=V_3_2", "isage=is 3.2", "A g e=3 -_.2"])(
    "an age may be written %s",
    async (query) => {
      const regex = await compile(`\\p{${query}}`);
      expect(regex.isMatch("\u0220")).toBe(true);
      expect(regex.isMatch("\u0221")).toBe(false);
    },
  );

  test.each<readonly [string, readonly number[]]>([
    ["\\b", [0, 2, 3, 5]],
    ["\\B", [1, 4]],
    ["\\<", [0, 3]],
    ["\\b{end}", [2, 5]],
    ["\\b{start-half}", [0, 3]],
    ["\\b{end-half}", [2, 5]],
  ])("%s stands at %j of two words", async (pattern, places) => {
    const found = await spans(pattern, "éa ba");
    expect(found).toEqual(places.map((place) => [place, place]));
  });

  test("offsets are told in UTF-16 units and in bytes", async () => {
    const [, second] = (await compile("x")).findAll("x😀x");
    expect(second).toEqual({ start: 3, end: 4, byteStart: 5, byteEnd: 6 });
    expect((await compile("é")).find(new TextEncoder().encode("aé"))).toEqual({ start: 1, end: 3, byteStart: 1, byteEnd: 3 });
  });
});

describe("against V8, where both mean the same", () => {
  // No repetition of what can be empty: Rust and JavaScript differ there by design.
  const atom = fc.constantFrom("a", "b", "c", "é", "😀", "[ab]", "[^a]", "[a-c]", ".", "\\.");
  const quantifier = fc.constantFrom("", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}?");
  const quantified = fc.tuple(atom, quantifier).map((parts) => parts.join(""));
  const sequence = fc.array(quantified, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
  const nested = fc
    .tuple(atom, sequence, sequence, fc.constantFrom("", "+", "{2}", "*?"))
    .map(([a, b, c, q]) => `(?:${a}${b}|${a}|${a}${c})${q}`);
  const anchored = fc.tuple(
    fc.constantFrom("", "^"),
    fc.array(fc.oneof(sequence, nested), { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "$"),
  );
  const pattern = anchored.map(([start, parts, end]) => `${start}${parts.join("")}${end}`);
  const text = fc.array(fc.constantFrom("a", "b", "c", "é", "😀", "\n", "."), { maxLength: 12 }).map((parts) => parts.join(""));

  function expected(source: string, haystack: string): [number, number][] {
    return Array.from(haystack.matchAll(new RegExp(source, "gu")), (match) => [match.index, match.index + match[0].length]);
  }

  test("the first match is the same", async () => {
    await fc.assert(
      fc.asyncProperty(pattern, text, async (source, haystack) => {
        const regex = await compile(source);
        const [first] = expected(source, haystack);
        const found = regex.find(haystack);
        expect(found && [found.start, found.end]).toEqual(first);
        expect(regex.isMatch(haystack)).toBe(first !== undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  test("all matches of what cannot be empty are the same", async () => {
    await fc.assert(
      fc.asyncProperty(pattern, text, async (source, haystack) => {
        fc.pre(!new RegExp(`^(?:${source})$`, "u").test("") && !source.includes("$"));
        const all = expected(source, haystack);
        fc.pre(all.every(([start, end]) => end > start));
        expect(await spans(source, haystack)).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });
});
