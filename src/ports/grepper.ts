import type { CallContext, Cap, Skipped, TruncatedBy } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface GrepRequest {
  /** ripgrep's syntax (Rust regex). An empty one matches every line. */
  readonly pattern: string;
  /** File or directory to search; the root. */
  readonly path?: string;
  /** Searches only files this matches: without `/` their name, with `/` their path relative to the root. */
  readonly glob?: string;
  /** One of ripgrep's type names. */
  readonly fileType?: string;
  /** "sensitive". */
  readonly case?: "sensitive" | "insensitive" | "smart";
  /** The pattern is a literal text. */
  readonly fixed?: boolean;
  readonly word?: boolean;
  /** A match may cross lines. */
  readonly multiline?: boolean;
  /** `.` matches a newline. */
  readonly dotAll?: boolean;
  /** Adjacent matches of several lines make one block, and counts count blocks. */
  readonly blocks?: boolean;
  /** "content". */
  readonly output?: "content" | "files" | "count";
  /** Lines shown before and after a match, 0 to 20; `before` and `after` win over `context`. */
  readonly before?: number;
  readonly after?: number;
  readonly context?: number;
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
  /** Matching lines, or files for the other outputs; 250. */
  readonly limit?: Cap;
  /** UTF-8 bytes of the answer: each path once, each line's text, and 8 for each number; 51,200. Matches are left out whole. */
  readonly maxBytes?: Cap;
  /** Code points of one line's text; 500. */
  readonly maxLine?: Cap;
  readonly dialect?: Dialect;
}

export interface GrepLine {
  /** Relative to the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Without its line ending. */
  readonly text: string;
  readonly kind: "match" | "context";
  /** The text was cut to `maxLine` around its first match. */
  readonly clipped?: boolean;
}

interface Common {
  readonly truncated: boolean;
  readonly truncatedBy?: TruncatedBy;
  readonly skipped: Skipped;
  /** Every file that was selected, also when the answer is truncated. */
  readonly filesSearched: number;
  /** `nul`: the pattern must match NUL, which only binary files hold, and those are skipped. */
  readonly notes?: readonly "nul"[];
}

/** Rows are in walk order, then by line. */
export type GrepResponse =
  | (Common & { readonly output: "content"; readonly lines: readonly GrepLine[] })
  | (Common & { readonly output: "files"; readonly files: readonly string[] })
  | (Common & { readonly output: "count"; readonly counts: readonly { readonly path: string; readonly count: number }[] });

export interface GrepExplanation {
  /** What the pattern means with every flag worked in, inner parts in parentheses. */
  readonly tree: string;
  /** Each match holds one of these, where that is used: texts, with sets of characters in brackets. */
  readonly literals: readonly string[];
  /** A literal alone, a literal and then the automaton on its line, the automaton everywhere, or a search that crosses lines. */
  readonly matcher: "every_line" | "needle" | "needle_then_automaton" | "automaton" | "across_lines";
  readonly filesSearched: number;
  /** UTF-8 bytes of the files that were searched. */
  readonly bytesScanned: number;
}

/** Throws invalid_pattern {span, reason}, invalid_glob, unknown_file_type {nearest}, invalid_arguments, not_found, and the path codes. */
export interface Grepper {
  grep(request: GrepRequest, context?: CallContext): Promise<GrepResponse>;
  /** How the same search goes about its work: it is run to the end, and nothing of what it finds is kept. */
  explain(request: GrepRequest, context?: CallContext): Promise<GrepExplanation>;
}
