import { alternation, concatenation, repetition } from "./hir.ts";
import type { Assertion, FlagChanges, Group, Literal, Syntax } from "./syntax.ts";
import { complementOfBytes, contextFault, fold, requireBytesAllowed } from "./context.ts";
import type { Context, TranslateOptions } from "./context.ts";
import type { Hir, Look } from "./hir.ts";
import { everything, isAscii, negate } from "./code-point-set.ts";
import type { Ranges } from "./code-point-set.ts";
import type { Span } from "./faults.ts";
import { translateClass, translatePerlClass, translateUnicodeClass } from "./translate-class.ts";

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Works the flags into what was written. Throws invalid_pattern, and TableMissing where a table decides that is not loaded. */
export function translate(pattern: string, syntax: Syntax, options: TranslateOptions): Hir {
  const { caseInsensitive = false, multiline = false, dotAll = false, swapGreed = false } = options;
  const { unicode = true, crlf = false, verbose = false } = options;
  const flags = { caseInsensitive, multiline, dotAll, swapGreed, unicode, crlf, verbose };
  return translateNode({ pattern, options, flags }, syntax);
}

function translateNode(context: Context, syntax: Syntax): Hir {
  const { span } = syntax;
  switch (syntax.kind) {
    case "empty":
      return syntax;
    case "literal":
      return translateLiteral(context, syntax);
    case "dot":
      return translateDot(context, span);
    case "class":
      return translateClass(context, syntax);
    case "perl_class":
      return translatePerlClass(context, syntax);
    case "unicode_class":
      return translateUnicodeClass(context, syntax);
    case "assertion":
      return { kind: "look", span, look: lookOf(syntax, context) };
    case "flags":
      context.flags = changed(context, syntax.flags);
      return { kind: "empty", span };
    case "group":
      return translateGroup(context, syntax);
    case "repetition":
      return repetition({ ...syntax, greedy: syntax.greedy !== context.flags.swapGreed, body: translateNode(context, syntax.body) });
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

/** Flags set inside end with the group. */
function translateGroup(context: Context, group: Group): Hir {
  const outside = context.flags;
  context.flags = changed(context, group.flags);
  const body = translateNode(context, group.body);
  context.flags = outside;
  return group.capturing ? { kind: "capture", span: group.span, body } : body;
}

function changed({ flags }: Context, changes: FlagChanges): Context["flags"] {
  return { ...flags, ...changes };
}

function translateLiteral(context: Context, { span, codePoint, byte }: Literal): Hir {
  if (byte && codePoint >= 0x80 && !context.flags.unicode) {
    requireBytesAllowed(context, span);
    return { kind: "bytes", span, ranges: [codePoint, codePoint] };
  }
  const alone: Ranges = [codePoint, codePoint];
  return { kind: "set", span, ranges: fold(context, alone) };
}

function translateDot(context: Context, span: Span): Hir {
  const { dotAll, unicode, crlf } = context.flags;
  const { lineTerminator = newline } = context.options;
  const excluded = crlf ? [newline, newline, carriageReturn, carriageReturn] : [lineTerminator, lineTerminator];
  if (!unicode) {
    requireBytesAllowed(context, span);
    return { kind: "bytes", span, ranges: dotAll ? [0, 0xff] : complementOfBytes(excluded) };
  }
  if (!dotAll && !isAscii(excluded)) throw contextFault(context, "invalid_line_terminator", span);
  return { kind: "set", span, ranges: dotAll ? everything : negate(excluded) };
}

function lookOf({ at }: Assertion, { flags, options }: Context): Look {
  switch (at) {
    case "text_start":
    case "text_end":
      return at;
    case "line_start":
      if (!flags.multiline) return "text_start";
      return flags.crlf ? "cr_lf_start" : "line_start";
    case "line_end":
      if (!flags.multiline) return "text_end";
      if (flags.crlf) return "cr_lf_end";
      return options.endsAtCrlf ? "crlf_line_end" : "line_end";
    case "no_word_boundary":
      return flags.unicode ? "word_no_boundary" : "ascii_word_no_boundary";
    default:
      return flags.unicode ? at : `ascii_${at}`;
  }
}
