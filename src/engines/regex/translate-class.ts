import type { AsciiClass, BracketedClass, ClassItem, ClassRange, ClassSet, Literal, PerlClass, UnicodeClass } from "./syntax.ts";
import { complementOfBytes, contextFault, fold, requireBytesAllowed } from "./context.ts";
import { intersect, isAscii, negate, union, unite } from "./code-point-set.ts";
import { perlClass, property } from "./unicode/tables.ts";
import type { Context } from "./context.ts";
import type { Hir } from "./hir.ts";
import type { Ranges } from "./code-point-set.ts";
import type { Span } from "./faults.ts";
import { asciiClass } from "./ascii-classes.ts";

/** Case is folded before a class is negated: without case, `[^a]` excludes both letters. */
export function translateClass(context: Context, node: BracketedClass): Hir {
  return hirOf(context, bracketed(context, node), node.span);
}

export function translatePerlClass(context: Context, node: PerlClass): Hir {
  return hirOf(context, perlRanges(context, node), node.span);
}

export function translateUnicodeClass(context: Context, node: UnicodeClass): Hir {
  return hirOf(context, unicodeRanges(context, node), node.span);
}

/** Without Unicode a class is of bytes; as long as they are ASCII that is the same. */
function hirOf(context: Context, ranges: Ranges, span: Span): Hir {
  if (context.flags.unicode || isAscii(ranges)) return { kind: "set", span, ranges };
  requireBytesAllowed(context, span);
  return { kind: "bytes", span, ranges };
}

function bracketed(context: Context, { set, negated }: BracketedClass): Ranges {
  const ranges = fold(context, rangesOf(context, set));
  return negated ? complement(context, ranges) : ranges;
}

function complement({ flags }: Context, ranges: Ranges): Ranges {
  return flags.unicode ? negate(ranges) : complementOfBytes(ranges);
}

function rangesOf(context: Context, set: ClassSet): Ranges {
  if (set.kind === "union") return set.items.length === 0 ? [] : unionOf(context, set.items);
  const left = fold(context, rangesOf(context, set.left));
  const right = fold(context, rangesOf(context, set.right));
  if (set.kind === "intersection") return intersect(left, right);
  if (set.kind === "difference") return intersect(left, complement(context, right));
  return unite(intersect(left, complement(context, right)), intersect(right, complement(context, left)));
}

function unionOf(context: Context, items: readonly ClassItem[]): Ranges {
  return items.map((item) => itemRanges(context, item)).reduce(unite);
}

function itemRanges(context: Context, item: ClassItem): Ranges {
  switch (item.kind) {
    case "range":
      return writtenRange(context, item);
    case "ascii_class":
      return asciiRanges(context, item);
    case "perl_class":
      return perlRanges(context, item);
    case "unicode_class":
      return unicodeRanges(context, item);
    case "class":
      return bracketed(context, item);
    default:
      return item satisfies never;
  }
}

function writtenRange(context: Context, { low, high }: ClassRange): Ranges {
  requireByte(context, low);
  requireByte(context, high);
  return context.flags.unicode ? union([[low.codePoint, high.codePoint]]) : [low.codePoint, high.codePoint];
}

/** Without Unicode a character beyond ASCII is no byte, unless it is written as one. */
function requireByte(context: Context, { codePoint, byte, span }: Literal): void {
  if (context.flags.unicode || codePoint < 0x80) return;
  if (!byte) throw contextFault(context, "unicode_not_allowed", span);
  requireBytesAllowed(context, span);
}

function asciiRanges(context: Context, { name, negated }: AsciiClass): Ranges {
  const ranges = fold(context, asciiClass(name));
  return negated ? complement(context, ranges) : ranges;
}

/** The classes hold all cases of their characters anyway. */
function perlRanges(context: Context, { name, negated }: PerlClass): Ranges {
  const ranges = context.flags.unicode ? perlClass(name) : asciiClass(name);
  return negated ? complement(context, ranges) : ranges;
}

function unicodeRanges(context: Context, { name, value, negated, span }: UnicodeClass): Ranges {
  if (!context.flags.unicode) throw contextFault(context, "unicode_not_allowed", span);
  const ranges = property(name, value);
  if (typeof ranges === "string") throw contextFault(context, ranges, span);
  const folded = fold(context, ranges);
  return negated ? negate(folded) : folded;
}
