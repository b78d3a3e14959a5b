import { textEnd } from "./lines.ts";
import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { Hit } from "./hits.ts";
import type { Search } from "./compile-search.ts";
import type { Source } from "./source.ts";

/** A line of the answer; in block mode a match is a whole block. */
export interface FoundLine {
  /** 1-based; of a block its first. */
  readonly line: number;
  /** Without LF or CRLF; the lines of a block are joined with LF. U+FFFD stands for bytes that are not UTF-8. */
  readonly text: string;
  readonly kind: "match" | "context";
  /** match: UTF-16 offset in `text` where its first match begins, found when it is asked for; 0 when that was on an earlier line. */
  readonly matchStart?: number;
  /** context: does it lead up to the match that comes next, or follow the last one? A line that does both follows. */
  readonly side?: "before" | "after";
}

/** Receives the lines of one file, in order and each once. */
export interface Sink {
  /** False ends the search of this file. */
  line(line: FoundLine): boolean;
  /** Instead of `line`, for who only counts: called once for each matching line, or block. */
  hit?(): boolean;
}

/** Lines of context on each side. */
export interface ContextLines {
  readonly before: number;
  readonly after: number;
}

/** Puts hits and the context around them into one sequence of lines. */
export class Report {
  /** Matching lines, or blocks, that were handed over. */
  matches = 0;
  readonly #file: SearchedFile;
  readonly #source: Source;
  readonly #context: ContextLines;
  readonly #blocks: boolean;
  readonly #sink: Sink;
  /** The first line that was not handed over or passed, 0-based. */
  #next = 0;
  /** Context lines that still follow the last match. */
  #owed = 0;

  constructor({ matcher, blocks }: Pick<Search, "matcher" | "blocks">, source: Source, context: ContextLines, sink: Sink) {
    this.#file = { source, matcher };
    this.#source = source;
    this.#context = context;
    this.#blocks = blocks;
    this.#sink = sink;
  }

  /** A match somewhere in the line that holds the offset. False when the sink wants no more. */
  addLine(offset: number): boolean {
    const line = this.#source.lineOf(offset);
    return this.#leadUpTo(line) && this.#match(line, line + 1);
  }

  /** False when the sink wants no more. */
  add({ start, end, matchStart }: Hit): boolean {
    const first = this.#source.lineOf(start);
    if (!this.#leadUpTo(first)) return false;
    const after = this.#source.lineOf(end - 1) + 1;
    if (this.#blocks) return this.#match(first, after, matchStart);
    for (let line = first; line < after; line++) if (!this.#match(line, line + 1, matchStart)) return false;
    return true;
  }

  /** Hands over what follows the last match. */
  finish(): void {
    this.#follow(this.#source.lineCount);
  }

  #leadUpTo(line: number): boolean {
    if (!this.#follow(line)) return false;
    this.#next = Math.max(this.#next, line - this.#context.before);
    while (this.#next < line) if (!this.#handContext("before")) return false;
    return true;
  }

  #follow(limit: number): boolean {
    while (this.#owed > 0 && this.#next < limit) {
      this.#owed--;
      if (!this.#handContext("after")) return false;
    }
    return true;
  }

  #handContext(side: "before" | "after"): boolean {
    const line = this.#next++;
    return this.#sink.line({ line: line + 1, text: this.#textOf(line), kind: "context", side });
  }

  #match(first: number, after: number, matchStart?: number): boolean {
    const text = this.#blocks ? this.#block(first, after) : this.#textOf(first);
    this.#owed = this.#context.after;
    this.#next = after;
    this.matches++;
    return this.#sink.line(new MatchingLine(this.#file, text, { first, after, matchStart }));
  }

  #block(first: number, after: number): string {
    return Array.from({ length: after - first }, (_, index) => this.#textOf(first + index)).join("\n");
  }

  #textOf(line: number): string {
    const start = this.#source.lineStart(line);
    return this.#source.slice(start, textEnd(this.#source.bytes, start, this.#source.lineStart(line + 1)));
  }
}

interface SearchedFile {
  readonly source: Source;
  readonly matcher: ByteMatcher;
}

interface MatchedLines {
  readonly first: number;
  readonly after: number;
  /** Absent where it was not looked for. */
  readonly matchStart: number | undefined;
}

class MatchingLine implements FoundLine {
  readonly kind = "match";
  readonly line: number;
  readonly text: string;
  readonly #file: SearchedFile;
  readonly #after: number;
  readonly #matchStart: number | undefined;

  constructor(file: SearchedFile, text: string, { first, after, matchStart }: MatchedLines) {
    this.line = first + 1;
    this.text = text;
    this.#file = file;
    this.#after = after;
    this.#matchStart = matchStart;
  }

  get matchStart(): number {
    const { source } = this.#file;
    const start = source.lineStart(this.line - 1);
    const found = this.#matchStart ?? this.#find(start);
    return found > start ? source.slice(start, found).length : 0;
  }

  #find(start: number): number {
    const { source, matcher } = this.#file;
    const to = textEnd(source.bytes, start, source.lineStart(this.#after));
    return matcher.findStart(source.bytes, { from: start, to }) ?? start;
  }
}
