import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPortsideError } from "../../core/errors.ts";
import { decode, encode } from "../../core/text.ts";
import { applyEdits } from "./index.ts";
import type { EditOutcome, TextEdit } from "./index.ts";

type Pair = readonly [old: string, replacement: string];

function outcomeOf(content: string, pairs: readonly Pair[]): EditOutcome {
  return applyEdits({
    path: "f",
    bytes: encode(content),
    edits: pairs.map(([oldString, newString]): TextEdit => ({ oldString, newString })),
  });
}

function edited(content: string, ...pairs: readonly Pair[]): string {
  return decode(outcomeOf(content, pairs).bytes);
}

/** Code and edit of the rejection. */
function refused(content: string, ...pairs: readonly Pair[]): readonly [string, number | undefined] {
  try {
    outcomeOf(content, pairs);
  } catch (error) {
    if (isPortsideError(error, "edit_not_found")) return [error.code, error.details.index];
    if (isPortsideError(error)) return [error.code, undefined];
    throw error;
  }
  throw new Error("the edits were applied");
}

describe("a folded match", () => {
  test("changes the lines it matches, and no byte of another [#143]", () => {
    const file = "a “b”\u00a0\nsay “quotes” — now  \n\t“c” \n";
    expect(edited(file, ['say "quotes" - now', "say it"])).toBe("a “b”\u00a0\nsay it\n\t“c” \n");
  });

  test("is told, with the lines it replaced", () => {
    const outcome = outcomeOf("1\n“2”\n3  \n4\n“5”\n", [
      ["4", "four"],
      ['"5"', "five"],
      ['"2"\n3', "two\n3"],
    ]);
    expect(decode(outcome.bytes)).toBe("1\ntwo\n3  \nfour\nfive\n");
    expect(outcome).toMatchObject({
      matched: "folded",
      replacements: 3,
      foldedLines: [
        { first: 5, last: 5 },
        { first: 2, last: 3 },
      ],
    });
  });

  test("is not asked for where the text stands exactly, look-alikes beside it or not", () => {
    const outcome = outcomeOf('say "hi"\nsay “hi”\n', [['say "hi"', 'say "yo"']]);
    expect(decode(outcome.bytes)).toBe('say "yo"\nsay “hi”\n');
    expect(outcome).toMatchObject({ matched: "exact" });
    expect(outcome).not.toHaveProperty("foldedLines");
  });

  test("is of whole lines only", () => {
    expect(refused("x = “a”;\n", ['"a"', "b"])).toEqual(["edit_not_found", 0]);
    expect(refused("  “a”\n", ['"a"', "b"])).toEqual(["edit_not_found", 0]);
  });

  test.each([
    { why: "less", old: "def f():\n  return “1”" },
    { why: "none", old: "def f():\nreturn “1”" },
    { why: "a tab for blanks", old: "def f():\n\treturn “1”" },
    { why: "none on the first line", old: " return “1”" },
  ])("never forgives other indentation: $why [#148]", ({ old }) => {
    expect(refused('def f():\n    return "1"  \n', [old, "x"])).toEqual(["edit_not_found", 0]);
  });

  test("takes whole lines beside an exact match, which takes its own bytes only [#149]", () => {
    const file = "let a = 1; // “one”\nlet b = 2; // “two”  \n";
    expect(edited(file, ["a = 1", "a = 10"], ['let b = 2; // "two"', "let b = 20;"])).toBe("let a = 10; // “one”\nlet b = 20;\n");
  });

  test("in two places is none [#150]", () => {
    expect(refused("“a”\n“a”\n", ['"a"', "b"])).toEqual(["edit_not_found", 0]);
    expect(refused("q\n“a”\n„a‟\n", ["q", "r"], ['"a"', "b"])).toEqual(["edit_not_found", 1]);
  });

  test("that overlaps another edit, or changes nothing, is none [#151]", () => {
    expect(refused("x “a” y\n", ["a” y", "b"], ['x "a" y', "c"])).toEqual(["edit_not_found", 1]);
    expect(refused("“a”\nb\n", ['"a"', "c"], ['"a"\nb', "d"])).toEqual(["edit_not_found", 0]);
    expect(refused("x  \ny\n", ["x\ny", "x\ny"])).toEqual(["edit_not_found", 0]);
    expect(refused("‘a’\n", ["'a'", "‘a’"])).toEqual(["edit_not_found", 0]);
  });

  test("beside an exact edit that is not unique is none", () => {
    expect(refused("“a”\nx x\n", ["x", "y"], ['"a"', "b"])).toEqual(["edit_not_found", 1]);
  });

  test("of one edit does not help where another is missing", () => {
    expect(refused("“a”\n", ['"a"', "b"], ["absent", "c"])).toEqual(["edit_not_found", 0]);
  });

  test("reaches over the newline that its text begins or ends with [#152]", () => {
    expect(edited("a\n“b” \nc\n", ['"b"\n', ""])).toBe("a\nc\n");
    expect(edited("a\n“b” \nc\n", ['\n"b"', ""])).toBe("a\nc\n");
    expect(edited("a\n“b” \nc\n", ['\n"b"\n', " "])).toBe("a c\n");
    expect(edited("a\n“b” \n\nc\n", ['"b"\n\n', "b\n"])).toBe("a\nb\nc\n");
  });

  test("needs that newline to be there", () => {
    expect(refused("a\n“b”", ['"b"\n', "c\n"])).toEqual(["edit_not_found", 0]);
    expect(refused("“a”\nb\n", ['\n"a"', "c"])).toEqual(["edit_not_found", 0]);
    expect(edited("a\n“b”", ['"b"', "c"])).toBe("a\nc");
  });

  test("is never one of blanks alone", () => {
    expect(refused("a\n\nb\n", ["  ", "x"])).toEqual(["edit_not_found", 0]);
    expect(refused("a\n\nb\n", [" \n", "x"])).toEqual(["edit_not_found", 0]);
    expect(refused("", ["x", "y"])).toEqual(["edit_not_found", 0]);
  });
});

describe("what is written back", () => {
  test("lines that are the same in old and new keep the bytes of the file", () => {
    expect(edited("if (x) {  \n  y();\n}\n", ["if (x) {\n  y();\n}", "if (x) {\n  z();\n}"])).toBe("if (x) {  \n  z();\n}\n");
    expect(edited("“a”\n“b”\n“c”\n", ['"a"\n"b"\n"c"', '"a"\nnew\n"b"\n"c"'])).toBe("“a”\nnew\n“b”\n“c”\n");
    expect(edited("“a”\n“b”\n“c”\n", ['"a"\n"b"\n"c"', '"c"'])).toBe("“c”\n");
  });

  test("new lines are spelled as the file spells, where it always does", () => {
    expect(edited("it’s mine\n", ["it's mine", "it's yours, isn't it"])).toBe("it’s yours, isn’t it\n");
    expect(edited("a – b\n", ["a - b", "a - b - c"])).toBe("a – b – c\n");
    expect(edited('say "hi"\n', ["say “hi”", "say “yo”"])).toBe('say "yo"\n');
  });

  test("and as given, where it does not", () => {
    expect(edited("say “hi”\n", ['say "hi"', 'say "yo"'])).toBe('say "yo"\n');
    expect(edited("it’s 'x'\n", ["it's 'x'", "it's 'y'"])).toBe("it's 'y'\n");
    expect(edited("wait… ok\n", ["wait... ok", "wait... no"])).toBe("wait... no\n");
    expect(edited("a\u00a0b c\n", ["a b c", "a b d"])).toBe("a b d\n");
  });

  test("a character beside one that is folded to several, or to none, is learned at its own place", () => {
    expect(edited("x…\u200b‘y’\n", ["x...'y'", "'z"])).toBe("'z\n");
    expect(edited("😀…\u200b’\n", ["😀...'", "it's"])).toBe("it’s\n");
  });

  test("CRLF and a byte order mark stay", () => {
    expect(edited("\ufeff“a”\r\nb\r\n", ['"a"\nb', '"a"\nc\nd'])).toBe("\ufeff“a”\r\nc\r\nd\r\n");
  });
});

describe("properties", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "“", "’", "\t", "é"), maxLength: 6 });

  test("whatever an edit does, the lines outside it keep their bytes", () => {
    const quoted = fc.constantFrom("it’s “x”", "‘y’  ", "z\u00a0z");
    const fold = new Map([
      ["it’s “x”", 'it\'s "x"'],
      ["‘y’  ", "'y'"],
      ["z\u00a0z", "z z"],
    ]);
    fc.assert(
      fc.property(fc.array(line), quoted, fc.array(line), fc.constantFrom("\n", "\r\n"), (above, stored, below, eol) => {
        const lines = [...above, "<1>", stored, "<2>", ...below];
        const result = edited(lines.join(eol), [`<1>\n${fold.get(stored)}\n<2>`, "<1>\nnew\n<2>"]);
        expect(result).toBe([...above, "<1>", "new", "<2>", ...below].join(eol));
      }),
    );
  });

  test("lines kept in old and new are the file's own, whichever are dropped or added", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ drop: fc.boolean(), add: fc.boolean() }), { minLength: 1, maxLength: 12 }), (steps) => {
        const stored = steps.map((_, i) => `“${i}” `);
        const old = steps.map((_, i) => `"${i}"`);
        const next = steps.flatMap(({ drop, add }, i) => [...(drop ? [] : [`"${i}"`]), ...(add ? [`new ${i}`] : [])]);
        const kept = steps.flatMap(({ drop, add }, i) => [...(drop ? [] : [`“${i}” `]), ...(add ? [`new ${i}`] : [])]);
        fc.pre(kept.join("\n") !== stored.join("\n"));
        expect(edited(`${stored.join("\n")}\n`, [old.join("\n"), next.join("\n")])).toBe(`${kept.join("\n")}\n`);
      }),
    );
  });
});
