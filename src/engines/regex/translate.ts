import { alternation, concatenation, repetition } from "./hir.ts";
import type { Assertion, Class, ClassRange, Syntax } from "./syntax.ts";
import type { Hir, Look } from "./hir.ts";
import { everything, negate, union } from "./code-point-set.ts";
import type { Span } from "./faults.ts";
import { foldRange } from "./case-fold.ts";
import { patternFault } from "./faults.ts";

export interface RegexFlags {
  /** Unicode's simple folding. */
  readonly caseInsensitive?: boolean;
  /** `.` matches a newline too. */
  readonly dotAll?: boolean;
  /** `^` and `$` match at the ends of every line, not only of the text. */
  readonly multiline?: boolean;
  /** With `multiline`, CRLF ends a line as LF does. */
  readonly crlf?: boolean;
}

const newline = 0x0a;

/** Works the flags into what was written. Throws invalid_pattern for letters whose case is not known here. */
export function translate(pattern: string, syntax: Syntax, flags: RegexFlags): Hir {
  return translateNode({ pattern, flags }, syntax);
}

interface Context {
  readonly pattern: string;
  readonly flags: RegexFlags;
}

function translateNode(context: Context, syntax: Syntax): Hir {
  const { span } = syntax;
  switch (syntax.kind) {
    case "empty":
      return syntax;
    case "literal":
      return { kind: "set", span, ranges: union(fold(context, { span, low: syntax.codePoint, high: syntax.codePoint })) };
    case "dot":
      return { kind: "set", span, ranges: context.flags.dotAll ? everything : negate([newline, newline]) };
    case "class":
      return translateClass(context, syntax);
    case "assertion":
      return { kind: "look", span, look: lookOf(syntax, context.flags) };
    case "group":
      return syntax.capturing ? { kind: "capture", span, body: translateNode(context, syntax.body) } : translateNode(context, syntax.body);
    case "repetition":
      return repetition({ ...syntax, body: translateNode(context, syntax.body) });
    case "concatenation":
      return concatenation(translateAll(context, syntax.parts), span);
    case "alternation":
      return alternation(translateAll(context, syntax.branches), span);
    default:
      return syntax satisfies never;
  }
}

function translateAll(context: Context, nodes: readonly Syntax[]): Hir[] {
  return nodes.map((node) => translateNode(context, node));
}

/** Case is folded before the class is negated: without case, `[^a]` excludes both letters. */
function translateClass(context: Context, node: Class): Hir {
  const ranges = union(node.items.flatMap((item) => fold(context, item)));
  return { kind: "set", span: node.span, ranges: node.negated ? negate(ranges) : ranges };
}

function fold(context: Context, { span, low, high }: ClassRange): (readonly [number, number])[] {
  if (!context.flags.caseInsensitive) return [[low, high]];
  const folded = foldRange(low, high);
  if (folded === undefined) throw unknownCase(context.pattern, span);
  return folded;
}

function unknownCase(pattern: string, span: Span): Error {
  return patternFault(pattern, "not_supported_yet", span);
}

function lookOf({ at }: Assertion, { multiline, crlf }: RegexFlags): Look {
  if (at === "text_start" || at === "text_end") return at;
  if (multiline) return crlf ? `crlf_${at}` : at;
  return at === "line_start" ? "text_start" : "text_end";
}
