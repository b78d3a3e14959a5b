import { loneSurrogate } from "../../core/text.ts";
import type { Alternation, Concatenation, Group, SetFlags, Syntax } from "./syntax.ts";
import { Cursor } from "./cursor.ts";
import { checkNesting, nestLimit } from "./nest-limit.ts";
import { parseClass } from "./parse-class.ts";
import { parseEscape } from "./parse-escape.ts";
import { parseGroupOpening } from "./parse-group.ts";
import { parseRepetition } from "./parse-repetition.ts";

/** Reads a pattern in the syntax of Rust's regex crate. Throws invalid_pattern. */
export function parse(pattern: string, verbose: boolean = false): Syntax {
  const cursor = new Cursor(pattern);
  cursor.verbose = verbose;
  requireUsable(cursor);
  const syntax = parseAlternation(cursor, { names: new Set(), depth: 0 });
  if (!cursor.atEnd) throw cursor.fault("group_unopened", cursor.here);
  checkNesting(pattern, syntax);
  return syntax;
}

/** A text that stands for itself, as a pattern. Throws invalid_pattern for a lone surrogate. */
export function parseFixed(text: string): Syntax {
  const cursor = new Cursor(text);
  requireUsable(cursor);
  const parts: Syntax[] = [];
  while (!cursor.atEnd) {
    parts.push({ kind: "literal", span: cursor.here, codePoint: cursor.take().codePointAt(0) as number });
  }
  return { kind: "concatenation", span: [0, text.length], parts };
}

/** UTF-16 units. What is longer would compile to more than is taken, and takes its time to say so. */
const longestPattern = 65_536;

/** What the groups around the cursor have in common. */
interface Scope {
  readonly names: Set<string>;
  /** Groups that are open. */
  readonly depth: number;
}

function requireUsable(cursor: Cursor): void {
  if (cursor.pattern.length > longestPattern) throw cursor.fault("too_large", [0, cursor.pattern.length]);
  const surrogate = loneSurrogate(cursor.pattern);
  if (surrogate >= 0) throw cursor.fault("not_well_formed", [surrogate, surrogate + 1]);
}

/** Up to the closing parenthesis that belongs to nobody in here, or to the end. */
function parseAlternation(cursor: Cursor, scope: Scope): Syntax {
  const start = cursor.position;
  const branches = [parseConcatenation(cursor, scope)];
  while (cursor.skip("|")) branches.push(parseConcatenation(cursor, scope));
  if (branches.length === 1) return branches[0] as Syntax;
  return { kind: "alternation", span: cursor.spanFrom(start), branches } satisfies Alternation;
}

function parseConcatenation(cursor: Cursor, scope: Scope): Syntax {
  const start = cursor.position;
  const parts: Syntax[] = [];
  for (cursor.skipInsignificant(); !cursor.atEnd && !cursor.looksAt("|") && !cursor.looksAt(")"); cursor.skipInsignificant()) {
    parts.push("*+?{".includes(cursor.character) ? parseRepetition(cursor, parts.pop()) : parsePrimary(cursor, scope));
  }
  if (parts.length === 0) return { kind: "empty", span: cursor.spanFrom(start) };
  if (parts.length === 1) return parts[0] as Syntax;
  return { kind: "concatenation", span: cursor.spanFrom(start), parts } satisfies Concatenation;
}

function parsePrimary(cursor: Cursor, scope: Scope): Syntax {
  const { here } = cursor;
  switch (cursor.character) {
    case "(":
      return parseGroup(cursor, scope);
    case "[":
      return parseClass(cursor);
    case "\\":
      return parseEscape(cursor);
  }
  const character = cursor.take();
  if (character === ".") return { kind: "dot", span: here };
  if (character === "^") return { kind: "assertion", span: here, at: "line_start" };
  if (character === "$") return { kind: "assertion", span: here, at: "line_end" };
  return { kind: "literal", span: here, codePoint: character.codePointAt(0) as number };
}

/** A group, or flags; verbose mode ends with the group that it began in. */
function parseGroup(cursor: Cursor, scope: Scope): Group | SetFlags {
  const opening = parseGroupOpening(cursor, scope.names);
  const { verbose } = cursor;
  cursor.verbose = opening.flags.verbose ?? verbose;
  if (opening.kind === "flags") return opening;
  const { start, capturing, name, flags } = opening;
  if (name !== undefined) scope.names.add(name);
  if (scope.depth >= nestLimit) throw cursor.fault("nest_limit_exceeded", [start, start + 1]);
  const body = parseAlternation(cursor, { names: scope.names, depth: scope.depth + 1 });
  if (!cursor.skip(")")) throw cursor.fault("group_unclosed", [start, start + 1]);
  cursor.verbose = verbose;
  return { kind: "group", span: cursor.spanFrom(start), capturing, flags, ...(name !== undefined && { name }), body };
}
