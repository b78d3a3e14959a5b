import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPortsideError } from "../../core/errors.ts";
import type { ErrorData } from "../../core/errors.ts";
import { decode, encode } from "../../core/text.ts";
import { applyEdits } from "./index.ts";
import type { EditInput, TextEdit } from "./index.ts";

type Options = Partial<Pick<EditInput, "match" | "mixedEndings" | "maxBytes">>;

function outcomeOf(content: string | Uint8Array, edits: readonly TextEdit[], options: Options = {}) {
  const bytes = typeof content === "string" ? encode(content) : content;
  return applyEdits({ path: "f", bytes, edits, ...options });
}

function edited(content: string, edits: readonly TextEdit[], options: Options = {}): string {
  return decode(outcomeOf(content, edits, options).bytes);
}

function refusal(content: string | Uint8Array, edits: readonly TextEdit[], options: Options = {}): Pick<ErrorData, "code" | "details"> {
  try {
    outcomeOf(content, edits, options);
  } catch (error) {
    if (isPortsideError(error)) return { code: error.code, details: error.details };
    throw error;
  }
  throw new Error("the edits were applied");
}

function replacing(oldString: string, newString: string): TextEdit {
  return { oldString, newString };
}

function replacingAll(oldString: string, newString: string): TextEdit {
  return { oldString, newString, replaceAll: true };
}

/** CRLF and LF end a line, a lone CR does not. */
function lines(text: string): string[] {
  return text.split(/\r?\n/);
}

describe("phases", () => {
  test("no edits; an empty old string at its index, before any other check [#130]", () => {
    expect(refusal("x\n", [])).toEqual({ code: "edit_empty", details: { path: "f" } });
    expect(refusal("x x\n", [replacing("absent", "a"), replacing("x", "b"), replacing("", "c")])).toEqual({
      code: "edit_empty_old_string",
      details: { path: "f", index: 2, edits: 3 },
    });
  });

  test("not found comes before not unique [#131]", () => {
    expect(refusal("x x\n", [replacing("x", "y"), replacing("absent", "z")])).toEqual({
      code: "edit_not_found",
      details: { path: "f", index: 1, edits: 2, hint: { reason: "none", lines: [] } },
    });
  });

  test("an empty old string comes before a missing one [#132]", () => {
    expect(refusal("x\n", [replacing("absent", "y"), replacing("", "z")])).toEqual({
      code: "edit_empty_old_string",
      details: { path: "f", index: 1, edits: 2 },
    });
  });

  test("every edit is matched against the original [#133]", () => {
    expect(refusal("x", [replacing("x", "y"), replacing("y", "z")])).toEqual({
      code: "edit_not_found",
      details: { path: "f", index: 1, edits: 2, hint: { reason: "none", lines: [] } },
    });
    expect(edited("one\ntwo\nthree\n", [replacing("three", "one"), replacing("one", "1")])).toBe("1\ntwo\none\n");
  });

  test("not unique comes before overlap, overlap before no change", () => {
    const overlapping = [replacing("ab", "ab"), replacing("bc", "bc")];
    expect(refusal("abc q q\n", [...overlapping, replacing("q", "r")]).code).toBe("edit_not_unique");
    expect(refusal("abc q q\n", overlapping).code).toBe("edit_overlap");
  });

  test("the lowest edit is reported and the others are listed", () => {
    const missing = [replacing("x", "y"), replacing("no", "a"), replacing("nor this", "b"), replacing("nor that", "c")];
    expect(refusal("x\n", missing).details).toMatchObject({ path: "f", index: 1, edits: 4, others: [2, 3] });
    const repeated = [replacing("c", "d"), replacing("b", "y"), replacing("a", "z")];
    expect(refusal("a b\nb a\nc\n", repeated)).toEqual({
      code: "edit_not_unique",
      details: {
        path: "f",
        index: 1,
        edits: 3,
        occurrences: 2,
        lines: [1, 2],
        candidates: [
          { line: 1, text: "a b", below: "b a" },
          { line: 2, text: "b a", above: "a b", below: "c" },
        ],
        unique: "a b",
        others: [2],
      },
    });
  });
});

describe("matching", () => {
  test("a text that occurs more than once is refused with its count, and the file is as it was [#134]", () => {
    const bytes = encode("x=1\ny=2\nx=1\n");
    const { code, details } = refusal(bytes, [replacing("x=1", "x=3")]);
    expect(code).toBe("edit_not_unique");
    expect(details).toMatchObject({ path: "f", index: 0, edits: 1, occurrences: 2, lines: [1, 3] });
    expect(decode(bytes)).toBe("x=1\ny=2\nx=1\n");
  });

  test("overlapping occurrences count [#135]", () => {
    expect(refusal("aaa", [replacing("aa", "b")])).toMatchObject({
      code: "edit_not_unique",
      details: { path: "f", index: 0, edits: 1, occurrences: 2, lines: [1, 1] },
    });
  });

  test("lines are those of the first five occurrences, where each begins", () => {
    const details = refusal("q\n\na\na\nb a\n\na\na\na\n", [replacing("a\n", "")]).details;
    expect(details).toMatchObject({ occurrences: 6, lines: [3, 4, 5, 7, 8] });
  });

  test("counting is linear where the old string repeats itself", () => {
    const length = 1_000_000;
    const half = "a".repeat(length / 2);
    expect(refusal(half + half, [replacing(half, "b")]).details).toMatchObject({ occurrences: length / 2 + 1 });
  });

  test("replaceAll goes left to right without overlap [#136]", () => {
    const outcome = outcomeOf("x x x", [replacingAll("x", "y")]);
    expect([decode(outcome.bytes), outcome.replacements]).toEqual(["y y y", 3]);
    expect(edited("aaaaa\n", [replacingAll("aa", "b")])).toBe("bba\n");
  });

  test("a text that starts and ends within lines, or holds whole ones", () => {
    expect(edited("  }\n\n  // build spheres now\n", [replacing("  }\n\n  // build", "  }\n\n  // make")])).toBe(
      "  }\n\n  // make spheres now\n",
    );
    expect(edited("one\ntwo\nthree\n", [replacing("two\n", "")])).toBe("one\nthree\n");
    expect(edited("one", [replacing("one", "")])).toBe("");
  });

  test("indentation and look-alikes of other characters are another text", () => {
    expect(refusal("def f():\n    return 1\n", [replacing("def f():\n  return 1", "")]).code).toBe("edit_not_found");
    expect(refusal("a  b\n", [replacing("a b", "c")]).code).toBe("edit_not_found");
  });

  test("characters outside the basic plane", () => {
    expect(edited("a😀b😁\n", [replacing("😁", "é"), replacing("a", "😂")])).toBe("😂😀bé\n");
  });

  test("`$` in a new string is text [#164]", () => {
    const patterns = "$& $$ $1 $` $' $<name>";
    expect(edited("log(x);\nlog(y);\n", [replacing("log(x)", patterns)])).toBe(`${patterns};\nlog(y);\n`);
    expect(edited("X X\r\n", [replacingAll("X", patterns)])).toBe(`${patterns} ${patterns}\r\n`);
  });
});

describe("overlap", () => {
  test("both edits are named, lowest first, and touching is allowed [#137]", () => {
    expect(refusal("one two three\n", [replacing("three", "3"), replacing("two th", "2"), replacing("one", "1")])).toEqual({
      code: "edit_overlap",
      details: { path: "f", indices: [0, 1], edits: 3 },
    });
    expect(edited("abcd", [replacing("cd", "2"), replacing("ab", "1")])).toBe("12");
  });

  test("the lowest edit that overlaps is found behind a long one", () => {
    const edits = [replacing("z", "0"), replacing("cd", "1"), replacing("abcdefgh", "2"), replacing("f", "3")];
    expect(refusal("abcdefghz", edits).details).toMatchObject({ indices: [1, 2] });
  });

  test("two edits of one place, and a place of replaceAll", () => {
    expect(refusal("ab", [replacing("a", "1"), replacing("a", "2")]).details).toMatchObject({ indices: [0, 1] });
    expect(refusal("x y x", [replacingAll("x", "1"), replacing("y x", "2")]).details).toMatchObject({ indices: [0, 1] });
  });
});

describe("no change", () => {
  test("a result equal to the content, by one edit or by several [#138]", () => {
    expect(refusal("x\n", [replacing("x", "x")])).toEqual({ code: "edit_noop", details: { path: "f" } });
    expect(refusal("xaax", [replacing("xa", "xaa"), replacing("ax", "x")]).code).toBe("edit_noop");
  });

  test("line ends in the strings alone change nothing, nor would making a mixed file uniform", () => {
    expect(refusal("a\r\nb\r\n", [replacing("a\nb", "a\r\nb")]).code).toBe("edit_noop");
    expect(refusal("a\r\nb\n", [replacing("a", "a")], { mixedEndings: "crlf" }).code).toBe("edit_noop");
  });

  test("a straight quote made curly is a change", () => {
    expect(edited("l'eau\n", [replacing("l'eau", "l’eau")])).toBe("l’eau\n");
  });
});

describe("what cannot be edited", () => {
  test("a NUL in the first 8 KiB, not behind", () => {
    expect(refusal("a\0b", [replacing("a", "b")])).toEqual({ code: "binary_file", details: { path: "f", in: "file" } });
    const behind = `${"x".repeat(8_191)}ab\0`;
    expect(edited(behind, [replacing("a", "A")])).toBe(behind.replace("a", "A"));
    expect(refusal(`${"x".repeat(8_191)}\0a`, [replacing("a", "b")]).code).toBe("binary_file");
  });

  test("a NUL in any new string, also of edits that would fail [#158]", () => {
    const edits = [replacing("absent", ""), replacing("x", "y\0z")];
    expect(refusal("x\n", edits)).toEqual({ code: "binary_file", details: { path: "f", in: "content" } });
  });

  test.each([
    { why: "a byte that never occurs", bytes: [0x61, 0x0a, 0xff, 0x0a], offset: 2 },
    { why: "the start of a sequence that does not go on", bytes: [0xc3, 0xa9, 0xe2, 0x82, 0x41], offset: 2 },
    { why: "a sequence cut off at the end", bytes: [0x61, 0xf0, 0x9f, 0x98], offset: 1 },
    { why: "a surrogate", bytes: [0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0x80], offset: 4 },
    { why: "a bad byte behind a stored U+FFFD and a mark", bytes: [0xef, 0xbb, 0xbf, 0xef, 0xbf, 0xbd, 0x61, 0x80], offset: 7 },
  ])("invalid UTF-8: $why", ({ bytes, offset }) => {
    expect(refusal(Uint8Array.from(bytes), [replacing("a", "b")])).toEqual({ code: "not_utf8", details: { path: "f", offset } });
  });

  test("lone surrogates in the strings", () => {
    expect(refusal("a\n", [replacing("a", "ok"), replacing("\uD800", "b\uDC00")])).toEqual({
      code: "invalid_arguments",
      details: {
        issues: [
          { at: "edits[1].old_string", problem: "not_well_formed" },
          { at: "edits[1].new_string", problem: "not_well_formed" },
        ],
      },
    });
  });

  test("more bytes than the limit, before or after the edits", () => {
    expect(refusal("12345", [replacing("1", "")], { maxBytes: 4 })).toEqual({
      code: "file_too_large",
      details: { path: "f", size: 5, limit: 4 },
    });
    expect(refusal("éa", [replacing("a", "éé")], { maxBytes: 5 }).details).toEqual({ path: "f", size: 6, limit: 5 });
    expect(edited("éa", [replacing("a", "éb")], { maxBytes: 5 })).toBe("ééb");
    expect(refusal("a\r\nb\r\n", [replacing("a", "a\nc")], { maxBytes: 8 }).details).toEqual({ path: "f", size: 9, limit: 8 });
  });

  test("16 MiB is the limit unless another is given", () => {
    const limit = 16 * 1_024 * 1_024;
    const bytes = new Uint8Array(limit + 1).fill(0x61);
    expect(refusal(bytes, [replacing("a", "b")]).details).toEqual({ path: "f", size: limit + 1, limit });
    const full = bytes.subarray(1);
    full[0] = 0x62;
    expect(outcomeOf(full, [replacing("b", "c")]).bytes.length).toBe(limit);
    expect(refusal(full, [replacing("b", "cc")]).details).toEqual({ path: "f", size: limit + 1, limit });
  });

  test("a result of any size is refused before it is built", () => {
    const page = "p".repeat(1_000_000);
    expect(refusal("a".repeat(100_000), [replacingAll("a", page)]).details).toMatchObject({ size: 100_000_000_000 });
  });
});

describe("line ends", () => {
  test("LF and CRLF strings match a CRLF file, which stays CRLF [#155]", () => {
    const file = "def f(n):\r\n    return n\r\n\r\nend\r\n";
    for (const eol of ["\n", "\r\n"]) {
      const edit = replacing(`def f(n):${eol}    return n${eol}`, `def f(n):${eol}    n += 1${eol}    return n${eol}`);
      const outcome = outcomeOf(file, [edit]);
      expect(decode(outcome.bytes)).toBe("def f(n):\r\n    n += 1\r\n    return n\r\n\r\nend\r\n");
      expect(outcome.lineEnding).toBe("crlf");
    }
  });

  test("CRLF strings match an LF file, which stays LF", () => {
    expect(edited("a\nb\nc\n", [replacing("a\r\nb", "x\r\ny\r\nz")])).toBe("x\ny\nz\nc\n");
    expect(edited("a", [replacing("a", "x\r\ny")])).toBe("x\ny");
  });

  test.each([
    { why: "other lines keep theirs", file: "a\r\nb\nc\r\nd\n", old: "c", new: "C", result: "a\r\nb\nC\r\nd\n" },
    { why: "a new line takes that of the line it replaces", file: "a\r\nb\nc\r\n", old: "a\nb\n", new: "x\ny\n", result: "x\r\ny\nc\r\n" },
    { why: "further lines that of the last one replaced", file: "a\r\nb\nc\r\n", old: "a\nb", new: "x\ny\nz", result: "x\r\ny\nz\nc\r\n" },
    { why: "a line made of part of a line", file: "a\r\nb c\nd\r\n", old: "b ", new: "b\n", result: "a\r\nb\nc\nd\r\n" },
    { why: "a last line without an ending: the line before", file: "a\nb\r\nc", old: "c", new: "c\nd", result: "a\nb\r\nc\r\nd" },
    { why: "deleted lines take theirs along", file: "a\r\nb\nc\r\n", old: "a\nb", new: "x", result: "x\nc\r\n" },
    { why: "joined lines", file: "a\r\nb\nc\r\n", old: "a\n", new: "a", result: "ab\nc\r\n" },
    { why: "a line before one that stays: the line before", file: "a\r\nb\n", old: "\nb", new: "\nx\nb", result: "a\r\nx\r\nb\n" },
    {
      why: "lines that stay keep theirs",
      file: "a\nb\r\nc\nd\r\n",
      old: "a\nb\nc\nd",
      new: "a\nx\nb\ny\nc",
      result: "a\nx\nb\r\ny\r\nc\r\n",
    },
    { why: "lines that move up keep theirs", file: "a\nb\r\nc\n", old: "a\nb\nc", new: "b\nc", result: "b\r\nc\n" },
  ])("of a mixed file: $why", ({ file, old, new: replacement, result }) => {
    expect(edited(file, [replacing(old, replacement)])).toBe(result);
  });

  test("of a mixed file, in several places at once", () => {
    const edits = [replacingAll("x", "x\ny"), replacing("end", "END")];
    const outcome = outcomeOf("x\r\nx\nend\r\nx", edits);
    expect(decode(outcome.bytes)).toBe("x\r\ny\r\nx\ny\nEND\r\nx\r\ny");
    expect(outcome).toMatchObject({ replacements: 4, lineEnding: "mixed" });
  });

  test("mixedEndings crlf makes every line of a mixed file CRLF, and no other file", () => {
    const outcome = outcomeOf("a\r\nb\nc\n", [replacing("b", "x\ny")], { mixedEndings: "crlf" });
    expect(decode(outcome.bytes)).toBe("a\r\nx\r\ny\r\nc\r\n");
    expect(outcome.lineEnding).toBe("crlf");
    expect(edited("a\nb\n", [replacing("b", "c")], { mixedEndings: "crlf" })).toBe("a\nc\n");
  });

  test("a lone CR is content", () => {
    expect(edited("a\rb\nc\r\r\nd\r\n", [replacing("a\rb", "a\r!"), replacing("d", "D")])).toBe("a\r!\nc\r\r\nD\r\n");
    expect(refusal("a\r\nb", [replacing("a\r", "x")], { match: "exact" }).code).toBe("edit_not_found");
  });

  test.each([
    { file: "a", lineEnding: "none" },
    { file: "a\n", lineEnding: "lf" },
    { file: "a\r\n", lineEnding: "crlf" },
    { file: "a\r\nb\n", lineEnding: "mixed" },
  ])("are reported: $lineEnding", ({ file, lineEnding }) => {
    expect(outcomeOf(file, [replacing("a", "c")]).lineEnding).toBe(lineEnding);
  });
});

describe("byte order mark", () => {
  const mark = "\uFEFF";

  test("is invisible to matching and kept exactly once [#157]", () => {
    const outcome = outcomeOf(`${mark}hello\n中文\n`, [replacing("hello", "bye")]);
    expect(decode(outcome.bytes)).toBe(`${mark}bye\n中文\n`);
    expect(outcome.bom).toBe(true);
    expect(edited(`${mark}hello\r\nx\n`, [replacing("hello\n", "bye\n")])).toBe(`${mark}bye\r\nx\n`);
  });

  test("is ignored at the start of both strings", () => {
    expect(edited(`${mark}hello\n`, [replacing(`${mark}hello`, `${mark}bye`)])).toBe(`${mark}bye\n`);
    expect(edited("hello\n", [replacing(`${mark}hello`, `${mark}bye`)])).toBe("bye\n");
    expect(refusal(`${mark}hello\n`, [replacing(mark, "x")]).code).toBe("edit_empty_old_string");
  });

  test("is not made up", () => {
    expect(outcomeOf("a", [replacing("a", "b")])).toEqual({
      bytes: encode("b"),
      replacements: 1,
      matched: "exact",
      lineEnding: "none",
      bom: false,
    });
  });
});

describe("properties", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "😀"), minLength: 1, maxLength: 4 });
  const content = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "😀"), minLength: 1, maxLength: 40 });

  test("replaceAll is split and join", () => {
    fc.assert(
      fc.property(content, word, word, (text, old, replacement) => {
        const expected = text.split(old).join(replacement);
        fc.pre(expected !== text);
        expect(edited(text, [replacingAll(old, replacement)])).toBe(expected);
      }),
    );
  });

  test("several edits are the pieces of the file put together anew", () => {
    const piece = fc.record({ kept: content, replacement: word });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.nat(), (pieces, turn) => {
        const file = pieces.map(({ kept }, i) => `${kept}<${i}>`).join("");
        const expected = pieces.map(({ kept, replacement }) => kept + replacement).join("");
        const edits = pieces.map(({ replacement }, i) => replacing(`<${i}>`, replacement));
        const from = turn % edits.length;
        expect(edited(file, [...edits.slice(from), ...edits.slice(0, from)])).toBe(expected);
      }),
    );
  });

  test("bytes outside the edit stay, whatever their line ends, and the text is that of the LF file edited", () => {
    const ending = fc.constantFrom("\n", "\r\n");
    const mixed = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "\r", "\r\r\n"), maxLength: 30 });
    fc.assert(
      fc.property(mixed, mixed, ending, word, (before, after, eol, replacement) => {
        const file = `${before}|x${eol}y|${after}`;
        const result = edited(file, [replacing("x\ny", replacement)]);
        expect(result.startsWith(`${before}|`)).toBe(true);
        expect(result.endsWith(`|${after}`)).toBe(true);
        expect(lines(result)).toEqual(lines(`${before}|${replacement}|${after}`));
      }),
    );
  });

  test("a CRLF file takes and refuses what the LF file does, lone CRs too", () => {
    const unit = fc.constantFrom("a", "b", "\n", "\ra");
    const edits = fc.array(fc.record({ oldString: fc.string({ unit, maxLength: 3 }), newString: fc.string({ unit, maxLength: 3 }) }), {
      maxLength: 3,
    });
    const stored = (text: string) => text.replaceAll("\n", "\r\n");
    const answer = (text: string, asked: readonly TextEdit[]) => {
      try {
        return edited(text, asked);
      } catch (error) {
        if (isPortsideError(error)) return { code: error.code, details: error.details };
        throw error;
      }
    };
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), edits, (text, asked) => {
        const expected = answer(`${text}\n`, asked);
        expect(answer(stored(`${text}\n`), asked)).toEqual(typeof expected === "string" ? stored(expected) : expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a file of one line end keeps it", () => {
    fc.assert(
      fc.property(content, word, fc.constantFrom("\n", "\r\n"), (text, replacement, eol) => {
        const stored = (lf: string) => lf.split("\n").join(eol);
        const result = edited(stored(`first\n@${text}`), [replacing("@", replacement)]);
        expect(result).toBe(stored(`first\n${replacement}${text}`));
      }),
    );
  });
});
