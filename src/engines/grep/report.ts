import { byteLength } from "../../core/text.ts";
import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { Hit } from "./hits.ts";
import type { Search } from "./compile-search.ts";
import { Source } from "./source.ts";
import type { Taker } from "./taker.ts";

/** A line of the answer; in block mode a match is a whole block. It is the report's own object: when the sink has answered it is the next one. */
export interface FoundLine {
  /** 1-based; of a block its first. */
  readonly line: number;
  /** Without LF or CRLF; the lines of a block are joined with LF. U+FFFD stands for bytes that are not UTF-8. */
  readonly text: string;
  /** UTF-8 bytes of the text. */
  readonly byteLength: number;
  readonly kind: "match" | "context";
  /** match: UTF-16 offset in `text` where its first match begins, found when it is asked for; 0 when that was on an earlier line. */
  readonly matchStart?: number | undefined;
  /** context: does it lead up to the match that comes next, or follow the last one? A line that does both follows. */
  readonly side?: "before" | "after" | undefined;
}

/** Receives the lines of one file, in order and each once. */
export interface Sink {
  /** False ends the search of this file. */
  line(line: FoundLine): boolean;
  /** Instead of `line`, for who only counts: so many more matching lines, or blocks. */
  hit?(lines: number): boolean;
}

/** Lines of context on each side. */
export interface ContextLines {
  readonly before: number;
  readonly after: number;
}

/** Before the first file. */
const none = Source.of(new Uint8Array());

/** Puts hits and the context around them into one sequence of lines, for one file after another. */
export class Report implements Taker {
  matches = 0;
  readonly #context: ContextLines;
  readonly #blocks: boolean;
  readonly #sink: Sink;
  readonly #line: ReportedLine;
  #source: Source = none;
  /** The first line that was not handed over or passed, 0-based. */
  #next = 0;
  /** Context lines that still follow the last match. */
  #owed = 0;
  #ended = false;

  constructor({ matcher, blocks }: Pick<Search, "matcher" | "blocks">, context: ContextLines, sink: Sink) {
    this.#context = context;
    this.#blocks = blocks;
    this.#sink = sink;
    this.#line = new ReportedLine(matcher);
  }

  begin(source: Source): void {
    this.#source = source;
    this.#line.source = source;
    this.matches = 0;
    this.#next = 0;
    this.#owed = 0;
    this.#ended = false;
  }

  line(at: number): number {
    const line = this.#source.lineOf(at);
    this.#ended = !(this.#leadUpTo(line) && this.#match(line, line + 1));
    return this.#ended ? -1 : this.#source.lineStart(line + 1);
  }

  lines({ start, end, matchStart }: Hit): boolean {
    const first = this.#source.lineOf(start);
    const after = this.#source.lineOf(end - 1) + 1;
    this.#ended = !(this.#leadUpTo(first) && (this.#blocks ? this.#match(first, after, matchStart) : this.#each(first, after, matchStart)));
    return !this.#ended;
  }

  /** Hands over what follows the last match. */
  finish(): void {
    if (this.#owed > 0 && !this.#ended) this.#follow(this.#source.lineCount);
  }

  #leadUpTo(line: number): boolean {
    if (this.#owed > 0 && !this.#follow(line)) return false;
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
    this.#line.showContext(line, side);
    return this.#sink.line(this.#line);
  }

  #each(first: number, after: number, matchStart: number | undefined): boolean {
    for (let line = first; line < after; line++) if (!this.#match(line, line + 1, matchStart)) return false;
    return true;
  }

  #match(first: number, after: number, matchStart?: number): boolean {
    this.#owed = this.#context.after;
    this.#next = after;
    this.matches++;
    this.#line.showMatch(first, after, matchStart);
    return this.#sink.line(this.#line);
  }
}

class ReportedLine implements FoundLine {
  kind: FoundLine["kind"] = "match";
  side: FoundLine["side"];
  line = 0;
  text = "";
  source: Source = none;
  readonly #matcher: ByteMatcher;
  #after = 0;
  #matchStart: number | undefined;

  constructor(matcher: ByteMatcher) {
    this.#matcher = matcher;
  }

  showContext(line: number, side: FoundLine["side"]): void {
    this.kind = "context";
    this.side = side;
    this.#show(line, line + 1);
  }

  /** Lines of one match; where it begins is known, or looked for when that is asked for. */
  showMatch(first: number, after: number, matchStart: number | undefined): void {
    this.kind = "match";
    this.side = undefined;
    this.#matchStart = matchStart;
    this.#show(first, after);
  }

  #show(first: number, after: number): void {
    this.line = first + 1;
    this.#after = after;
    this.text = after === first + 1 ? this.source.lineText(first) : this.#linesOf(first, after);
  }

  #linesOf(first: number, after: number): string {
    return Array.from({ length: after - first }, (_, index) => this.source.lineText(first + index)).join("\n");
  }

  get byteLength(): number {
    return this.source.isAscii ? this.text.length : byteLength(this.text);
  }

  get matchStart(): number | undefined {
    if (this.kind === "context") return undefined;
    const start = this.source.lineStart(this.line - 1);
    const found = this.#matchStart ?? this.#find(start);
    return found > start ? this.source.slice(start, found).length : 0;
  }

  #find(start: number): number {
    const to = this.source.textEnd(start, this.source.lineStart(this.#after));
    return this.#matcher.findStart(this.source.bytes, { from: start, to }) ?? start;
  }
}
