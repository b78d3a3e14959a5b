import type { ByteMatcher } from "./byte-matcher.ts";
import type { RegexFlags, TranslateOptions } from "./context.ts";
import { TableMissing, loadTable } from "./unicode/tables.ts";
import { createByteMatcher } from "./byte-matcher.ts";
import { createHaystack } from "./haystack.ts";
import type { Haystack } from "./haystack.ts";
import { parse } from "./parser.ts";
import { translate } from "./translate.ts";

/** 0-based offsets, the end excluded: in UTF-16 units and in UTF-8 bytes. In bytes that were given as such both are bytes. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly byteStart: number;
  readonly byteEnd: number;
}

/** A compiled pattern. A search takes time linear in the text. What is not UTF-8, or a lone surrogate, is no character. */
export interface Regex {
  isMatch(text: string | Uint8Array): boolean;
  /** The leftmost match at `from` or later; of several there, the one a backtracking engine prefers. Anchors see what is before `from`. */
  find(text: string | Uint8Array, from?: number): Match | undefined;
  /** Matches one after another. An empty one right at the end of the last is left out, as Rust's `find_iter` does. */
  findAll(text: string | Uint8Array): Iterable<Match>;
}

/**
 * Compiles a pattern in the syntax of Rust's regex crate. Asynchronous because a pattern may need data that is loaded on demand; searching
 * is not.
 * Throws invalid_pattern {reason: PatternFault, hint?: PatternHint, span, construct, message}.
 */
export async function compile(pattern: string, flags: RegexFlags = {}): Promise<Regex> {
  return createRegex(await compileBytes(pattern, flags));
}

/** As `compile`, for searches in bytes and with what only they can ask for. */
export async function compileBytes(pattern: string, options: TranslateOptions = {}): Promise<ByteMatcher> {
  const syntax = parse(pattern, options.verbose);
  return withTables(() => createByteMatcher(pattern, translate(pattern, syntax, options), options));
}

/** The value of `make`, which is asked again each time that a table it needs was loaded. */
export async function withTables<T>(make: () => T): Promise<T> {
  for (;;) {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof TableMissing)) throw error;
      await loadTable(error.table);
    }
  }
}

function createRegex(matcher: ByteMatcher): Regex {
  return {
    isMatch: (text) => matcher.find(haystackOf(text).bytes) !== undefined,
    find(text, from = 0) {
      const haystack = haystackOf(text);
      const span = matcher.find(haystack.bytes, { from: haystack.toByte(from) });
      return span && matchOf(haystack, span);
    },
    findAll: (text) => matches(matcher, haystackOf(text)),
  };
}

function haystackOf(text: string | Uint8Array): Haystack {
  if (typeof text === "string") return createHaystack(text);
  return { bytes: text, toByte: (offset) => offset, toUtf16: (byte) => byte };
}

function* matches(matcher: ByteMatcher, haystack: Haystack): Generator<Match> {
  for (const span of matcher.findAll(haystack.bytes)) yield matchOf(haystack, span);
}

function matchOf(haystack: Haystack, { start, end }: { readonly start: number; readonly end: number }): Match {
  return { start: haystack.toUtf16(start), end: haystack.toUtf16(end), byteStart: start, byteEnd: end };
}
