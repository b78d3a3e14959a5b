import { describe, expect, test } from "vitest";
import type { EditHint } from "../../core/errors.ts";
import { diagnoseAmbiguous } from "./diagnose-ambiguous.ts";
import { diagnoseMissing } from "./diagnose-missing.ts";

function hint(view: string, old: string, replacement = "never there"): EditHint {
  return diagnoseMissing(view, { old, new: replacement, all: false });
}

function numbered(count: number, from = 1): string {
  return Array.from({ length: count }, (_, i) => `line number ${from + i}\n`).join("");
}

describe("an edit that was made before", () => {
  test("is one whose new text stands in one place", () => {
    expect(hint("a\nconst b = 2;\nc\n", "const b = 1;", "const b = 2;")).toEqual({ reason: "applied", lines: [2] });
  });

  test("is not one whose new text stands nowhere, in two places, or is blank", () => {
    expect(hint("b\nb\n", "a", "b").reason).not.toBe("applied");
    expect(hint("a b\n", "c", " ").reason).not.toBe("applied");
    expect(hint("a b\n", "c", "").reason).not.toBe("applied");
  });
});

describe("a pasted text", () => {
  const view = 'first\n  if (a < b) {\n    say("hi");\n';

  test.each([
    { why: "a tab", old: '    2\t  if (a < b) {\n    3\t    say("hi");' },
    { why: "an arrow", old: '2→  if (a < b) {\n3→    say("hi");' },
    { why: "a colon", old: '2:  if (a < b) {\n3:    say("hi");' },
    { why: "a colon and a blank", old: '2:   if (a < b) {\n3:     say("hi");' },
    { why: "a bar", old: ' 2 |   if (a < b) {\n 3 |     say("hi");' },
  ])("has line numbers, then $why", ({ old }) => {
    expect(hint(view, old)).toEqual({ reason: "line_numbers", lines: [2], oldString: '  if (a < b) {\n    say("hi");' });
  });

  test.each([
    { why: "read once too seldom", old: '  if (a < b) {\\n    say(\\"hi\\");', oldString: '  if (a < b) {\n    say("hi");' },
    { why: "entities", old: "if (a &lt; b)", oldString: "if (a < b)" },
  ])("has other escapes: $why", ({ old, oldString }) => {
    expect(hint(view, old)).toEqual({ reason: "escapes", lines: [2], oldString });
  });

  test("lacks the escapes of the file", () => {
    expect(hint("<b>a &amp; b</b>\n", "a & b")).toEqual({ reason: "escapes", lines: [1], oldString: "a &amp; b" });
    expect(hint('x = "say \\"hi\\"";\n', 'say "hi"')).toEqual({ reason: "escapes", lines: [1], oldString: 'say \\"hi\\"' });
  });

  test("is told with three places at most", () => {
    expect(hint("a < b\n".repeat(4), "a &lt; b")).toEqual({ reason: "escapes", lines: [1, 2, 3], more: true, oldString: "a < b" });
  });
});

describe("other indentation", () => {
  test("in one place comes with the text as it stands there", () => {
    const view = "\t\t<Page>\n\t\t\t<div/>\n\t\t</Page>\n";
    const old = "        <Page>\n            <div/>\n        </Page>";
    expect(hint(view, old)).toEqual({ reason: "indentation", lines: [1], oldString: "\t\t<Page>\n\t\t\t<div/>\n\t\t</Page>" });
    expect(hint(`x\n${view}`, `${old}\n`)).toEqual({ reason: "indentation", lines: [2], oldString: view });
  });

  test("in several places comes with their lines", () => {
    expect(hint(" a\n  b\n  a\n   b\n   a\n b\n", "a\nb")).toEqual({ reason: "indentation", lines: [1, 3, 5] });
    expect(hint("  x = y;\n".repeat(5), "\tx = y;")).toEqual({ reason: "indentation", lines: [1, 2, 3], more: true });
  });

  test("is not what differs where only look-alikes do", () => {
    expect(hint("“a”\n", '"a"')).toEqual({ reason: "look_alike", lines: [1], oldString: "“a”" });
    expect(hint("“a”\nb\n“a”\n", '"a"')).toEqual({ reason: "look_alike", lines: [1, 3] });
  });
});

describe("the first line", () => {
  const view = "a();\nif (x) {\n  one();\n}\nif (x) {\n  two();\n}\n";

  test("stands there, and others follow", () => {
    expect(hint(view, "\nif (x) {\n  three();\n}")).toMatchObject({ reason: "first_line", lines: [2, 5] });
    expect(hint("if (x) {\n\n".repeat(4), "if (x) {\n  three();")).toMatchObject({ reason: "first_line", lines: [1, 3, 5], more: true });
  });

  test("stands there but for its indentation", () => {
    expect(hint(view, "    if (x) {\n      three();")).toMatchObject({ reason: "first_line_indentation", lines: [2, 5] });
  });

  test("does not stand there, nor does anything like it", () => {
    expect(hint(view, "unlike(anything);")).toEqual({ reason: "none", lines: [] });
    expect(hint("", "text")).toEqual({ reason: "none", lines: [] });
    expect(hint("a\n", "  \n")).toEqual({ reason: "none", lines: [] });
  });
});

describe("the nearest lines", () => {
  test("are found by the lines they have in common, and compared from the first that differs", () => {
    const view = "package a\n\nfunc a() {\n\tx := 1\n\ty := 2\n\tz := 3\n\treturn\n}\n";
    expect(hint(view, "func a() {\n\tx := 1\n\ty := 99\n\tz := 3\n\treturn\n}").nearest).toEqual({
      first: 3,
      last: 8,
      equal: 5,
      of: 6,
      differs: { old: 3, line: 5 },
      diff: [" \tx := 1", "-\ty := 99", "+\ty := 2", " \tz := 3", " \treturn", " }"],
    });
  });

  test("may have lines more or fewer", () => {
    const view = `${numbered(20)}tail\n`;
    expect(hint(view, "line number 5\nline number 6\nline number 9\nline number 10").nearest).toEqual({
      first: 5,
      last: 10,
      equal: 4,
      of: 4,
      differs: { old: 3, line: 7 },
      diff: [" line number 6", "+line number 7", "+line number 8", " line number 9", " line number 10"],
    });
    expect(hint(view, "line number 5\nnot there\nline number 6").nearest).toMatchObject({
      first: 5,
      last: 6,
      differs: { old: 2, line: 6 },
      diff: [" line number 5", "-not there", " line number 6"],
    });
  });

  test("begin and end where the text does, though its first and last lines differ", () => {
    const old = "other first\nline number 8\nline number 9\nother last";
    expect(hint(numbered(20), old).nearest).toEqual({
      first: 7,
      last: 10,
      equal: 2,
      of: 4,
      differs: { old: 1, line: 7 },
      diff: ["-other first", "+line number 7", " line number 8", " line number 9", "-other last", "+line number 10"],
    });
  });

  test("are found where rare lines are, not where common ones are", () => {
    const common = "\nreturn value;\n".repeat(20);
    const view = `${common}const rare = 1;\nreturn value;\n${common}`;
    expect(hint(view, "return other;\nconst rare = 1;\nreturn value;").nearest).toMatchObject({ first: 40, last: 42 });
  });

  test("are found by their words where no line is common", () => {
    expect(hint("alpha\nconst limit = compute(a, b);\nbeta\n", "const limit = compute(a, c);").nearest).toEqual({
      first: 2,
      last: 2,
      equal: 0,
      of: 1,
      differs: { old: 1, line: 2 },
      diff: ["-const limit = compute(a, c);", "+const limit = compute(a, b);"],
    });
  });

  test("are shown in twelve lines of two hundred bytes at most, and it is said what is cut", () => {
    const old = `line number 3\n${Array.from({ length: 30 }, (_, i) => `absent ${i}\n`).join("")}line number 4`;
    const { diff } = hint(numbered(20), old).nearest ?? { diff: [] };
    expect(diff).toHaveLength(12);
    expect(diff.slice(0, 2)).toEqual([" line number 3", "-absent 0"]);
    expect(diff.at(-1)).toBe("…");
    const long = `near the end ${"é".repeat(300)}`;
    expect(hint(`near\n${long}\n`, `near\nthe other ${long}`).nearest?.diff[1]).toBe(`-the other near the end ${"é".repeat(88)}…`);
  });
});

describe("the budget", () => {
  test("larger files are not looked through, and that is said", () => {
    expect(hint("x".repeat(2_097_153), "y")).toEqual({ reason: "too_large", lines: [] });
    expect(hint("\n".repeat(65_537), "y")).toEqual({ reason: "too_large", lines: [] });
    expect(hint("x", "y\n".repeat(65_537))).toEqual({ reason: "too_large", lines: [] });
    expect(hint("\n".repeat(65_536), "y").reason).toBe("none");
  });

  test("a corrected text that is long is left out, not cut", () => {
    const line = "x".repeat(1_999);
    expect(hint(`  ${line}\n`, `\t${line}`)).toEqual({ reason: "indentation", lines: [1] });
    expect(hint(` ${line}\n`, `\t${line}`)).toEqual({ reason: "indentation", lines: [1], oldString: ` ${line}` });
  });
});

describe("a text in several places", () => {
  test("is told with what stands there, five places at most", () => {
    const view = "a\nx = 1; x = 1\nb\n".repeat(3);
    const { occurrences, lines, candidates } = diagnoseAmbiguous(view, "x = 1");
    expect([occurrences, lines]).toEqual([6, [2, 2, 5, 5, 8]]);
    expect(candidates[0]).toEqual({ line: 2, text: "x = 1; x = 1", above: "a", below: "b" });
    expect(candidates).toHaveLength(5);
  });

  test("has no line above the first and none below the last; a long one is cut", () => {
    const long = "y".repeat(300);
    expect(diagnoseAmbiguous(`x${long}\nx\n`, "x").candidates).toEqual([
      { line: 1, text: `x${"y".repeat(199)}…`, below: "x" },
      { line: 2, text: "x", above: `x${"y".repeat(199)}…` },
    ]);
  });

  test.each([
    { why: "the rest of its line", view: "let x = 1;\nlet x = 2;\n", old: "x", unique: "x = 1;" },
    { why: "the line above", view: "a\nx\nc\nb\nx\nc\n", old: "x", unique: "a\nx" },
    { why: "the line below", view: "a\nx\nlonger\na\nx\nc\n", old: "x", unique: "x\nlonger" },
    { why: "the shorter of both", view: "above\nx\nb\nother\nx\nc\n", old: "x", unique: "x\nb" },
    { why: "lines on both sides", view: "a\nx\nb\na\nx\nc\nd\nx\nb\na\n", old: "x", unique: "a\nx\nb" },
  ])("is made unique by $why", ({ view, old, unique }) => {
    expect(diagnoseAmbiguous(view, old).unique).toBe(unique);
    expect(view.split(unique)).toHaveLength(2);
  });

  test("has nothing that makes it unique where everything repeats", () => {
    expect(diagnoseAmbiguous("x\n".repeat(50), "x").unique).toBeUndefined();
    expect(diagnoseAmbiguous("a x\n".repeat(1_001), "x").unique).toBeUndefined();
  });
});
