import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPortsideError } from "../../core/errors.ts";
import { parsePatch } from "./parse.ts";
import { planPatch, type SourceFile } from "./plan.ts";
import { bytesOf } from "../../../test/support/patch-tree.ts";

/** One line of a difference; a text may lack its newline only at its end. */
interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

const marker = "\\ No newline at end of file\n";

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The longest common subsequence, by the textbook table. */
function compare(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = before.map(() => after.map(() => 0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      (common[i] as number[])[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: " ", text: before[i++] as string });
      j++;
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: "-", text: before[i++] as string });
    } else lines.push({ sign: "+", text: after[j++] as string });
  }
  return lines;
}

/** A unified diff of one file `f`; "" when nothing differs. `shift` is added to every stated line. */
function unified(before: string, after: string, context: number, shift = 0): string {
  const lines = compare(linesOf(before), linesOf(after));
  const kept = lines.map((_, i) => lines.slice(Math.max(0, i - context), i + context + 1).some((line) => line.sign !== " "));
  let patch = "";
  for (let start = kept.indexOf(true); start >= 0; start = kept.indexOf(true, start)) {
    const next = kept.indexOf(false, start);
    const end = next < 0 ? lines.length : next;
    patch += hunk(lines, start, end, shift);
    start = end;
  }
  return patch === "" ? "" : `--- a/f\n+++ b/f\n${patch}`;
}

function hunk(lines: readonly DiffLine[], start: number, end: number, shift: number): string {
  const count = (part: readonly DiffLine[], sign: "-" | "+"): number =>
    part.filter((line) => line.sign === " " || line.sign === sign).length;
  const range = (sign: "-" | "+"): string => {
    const size = count(lines.slice(start, end), sign);
    return `${count(lines.slice(0, start), sign) + (size > 0 ? 1 : 0) + shift},${size}`;
  };
  const body = lines.slice(start, end).map(({ sign, text }) => (text.endsWith("\n") ? sign + text : `${sign}${text}\n${marker}`));
  return `@@ -${range("-")} +${range("+")} @@\n${body.join("")}`;
}

function apply(text: string, patch: string): string {
  const source: SourceFile = { kind: "file", executable: false, bytes: bytesOf(text) };
  const [change] = planPatch(parsePatch(bytesOf(patch)), new Map([["f", source]])).changes;
  if (change?.op !== "put") throw new Error("the patch writes no file");
  return String.fromCharCode(...change.bytes);
}

// Few different lines, so that they repeat; any byte but LF and NUL may stand in one.
const line = fc.oneof(
  fc.constantFrom("", "a", "b", "}", " a", "-", "+x", "\\ y", "@@ -1 +1 @@", "--- a/f", "a\r"),
  fc.string({ unit: fc.integer({ min: 11, max: 255 }).map((byte) => String.fromCharCode(byte)), maxLength: 4 }),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 24 }), fc.boolean())
  .map(([lines, ended]) => lines.join("\n") + (ended && lines.length > 0 ? "\n" : ""));
const nearby = text.chain((before) => {
  const edit = fc.record({ at: fc.nat({ max: 24 }), drop: fc.nat({ max: 2 }), add: fc.array(line, { maxLength: 2 }), final: fc.boolean() });
  return edit.map(({ at, drop, add, final }): readonly [string, string] => {
    const lines = before.split("\n");
    lines.splice(Math.min(at, lines.length), drop, ...add);
    const after = lines.join("\n");
    return [before, final && after !== "" && !after.endsWith("\n") ? `${after}\n` : after];
  });
});
const pairs = fc.oneof(nearby, fc.tuple(text, text)).filter(([before, after]) => before !== after);

describe("a patch of two texts", () => {
  test("makes the second of the first, and reversed the first of the second", () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 3 }), ([before, after], context) => {
        expect(apply(before, unified(before, after, context))).toBe(after);
        expect(apply(after, unified(after, before, context))).toBe(before);
      }),
      { numRuns: 400 },
    );
  });

  test("with wrong numbers is applied where it belongs or not at all, when its lines are in the file only once", () => {
    const distinct = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 8, maxLength: 20 });
    let applied = 0;
    fc.assert(
      fc.property(distinct, fc.nat(), fc.integer({ min: 1, max: 40 }), (names, at, shift) => {
        const before = names.map((name) => `${name}\n`).join("");
        const after = before.replace(`${names[at % names.length] as string}\n`, "CHANGED\n");
        expect(apply(before, unified(before, after, 2, shift))).toBe(after);
        applied++;
      }),
      { numRuns: 200 },
    );
    expect(applied).toBe(200);
  });

  test("with a changed context or deleted line is refused", () => {
    fc.assert(
      fc.property(pairs, fc.nat(), ([before, after], choice) => {
        const lines = unified(before, after, 3).split("\n");
        const old = lines.flatMap((one, i) => (i > 2 && /^[- ]/.test(one) ? [i] : []));
        fc.pre(old.length > 0);
        const changed = old[choice % old.length] as number;
        lines[changed] = `${lines[changed] as string}\x01no such line`;
        expect(() => apply(before, lines.join("\n"))).toThrow(/patch_conflict/);
      }),
      { numRuns: 200 },
    );
  });
});

test("any text is either a patch or refused as none", () => {
  const piece = fc.constantFrom(
    "--- a/f\n",
    "+++ b/f\n",
    "@@ -1 +1 @@\n",
    "@@ -1,2 +1,2 @@\n",
    "-a\n",
    "+b\n",
    " c\n",
    "\n",
    "diff --git a/f b/f\n",
    marker,
    "x",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
      const outcome = attempt(() => parsePatch(parts.join("")));
      expect(outcome === undefined || outcome.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});

/** Undefined when refused; anything but a refusal is a fault of the parser. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!isPortsideError(error, "patch_invalid")) throw error;
    return undefined;
  }
}
