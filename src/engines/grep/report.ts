import { countLines, lineEnd, lineStart, textEnd } from "./lines.ts";
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
  readonly #source: Source;
  readonly #bytes: Uint8Array;
  readonly #matcher: ByteMatcher;
  readonly #context: ContextLines;
  readonly #blocks: boolean;
  readonly #sink: Sink;
  /** Byte offset of the first line that was not handed over or passed, and its number. */
  #at = 0;
  #line = 1;
  /** Context lines that still follow the last match. */
  #owed = 0;

  constructor({ matcher, blocks }: Pick<Search, "matcher" | "blocks">, source: Source, context: ContextLines, sink: Sink) {
    this.#source = source;
    this.#bytes = source.bytes;
    this.#matcher = matcher;
    this.#context = context;
    this.#blocks = blocks;
    this.#sink = sink;
  }

  /** False when the sink wants no more. */
  add(hit: Hit): boolean {
    if (!this.#follow(hit.start)) return false;
    this.#passTo(this.#contextStart(hit.start));
    while (this.#at < hit.start) {
      if (!this.#hand(lineEnd(this.#bytes, this.#at), "before")) return false;
    }
    return this.#match(hit);
  }

  /** Hands over what follows the last match. */
  finish(): void {
    this.#follow(this.#bytes.length);
  }

  #follow(limit: number): boolean {
    while (this.#owed > 0 && this.#at < limit) {
      this.#owed--;
      if (!this.#hand(lineEnd(this.#bytes, this.#at), "after")) return false;
    }
    return true;
  }

  #match(hit: Hit): boolean {
    this.#owed = this.#context.after;
    while (this.#at < hit.end) {
      const end = this.#blocks ? hit.end : lineEnd(this.#bytes, this.#at);
      this.matches++;
      if (!this.#hand(end, "match", hit)) return false;
    }
    return true;
  }

  #contextStart(hitStart: number): number {
    let start = hitStart;
    for (let lines = 0; lines < this.#context.before && start > this.#at; lines++) start = lineStart(this.#bytes, start - 1);
    return start;
  }

  #passTo(offset: number): void {
    this.#line += countLines(this.#bytes, this.#at, offset);
    this.#at = offset;
  }

  #hand(end: number, role: FoundLine["side"] | "match", hit?: Hit): boolean {
    const start = this.#at;
    const line = this.#line;
    const text = this.#blocks ? this.#lines(end).join("\n") : this.#textOf(start, end);
    this.#passTo(end);
    if (role !== "match") return this.#sink.line({ line, text, kind: "context", ...(role && { side: role }) });
    return this.#sink.line(new MatchingLine({ line, text }, { source: this.#source, matcher: this.#matcher, start, end, hit }));
  }

  #lines(end: number): string[] {
    const lines: string[] = [];
    for (let at = this.#at; at < end;) {
      const next = lineEnd(this.#bytes, at);
      lines.push(this.#textOf(at, next));
      at = next;
    }
    return lines;
  }

  #textOf(start: number, end: number): string {
    return this.#source.slice(start, textEnd(this.#bytes, start, end));
  }
}

interface Whereabouts {
  readonly source: Source;
  readonly matcher: ByteMatcher;
  readonly start: number;
  readonly end: number;
  readonly hit: Hit | undefined;
}

class MatchingLine implements FoundLine {
  readonly kind = "match";
  readonly line: number;
  readonly text: string;
  readonly #whereabouts: Whereabouts;

  constructor({ line, text }: { readonly line: number; readonly text: string }, whereabouts: Whereabouts) {
    this.line = line;
    this.text = text;
    this.#whereabouts = whereabouts;
  }

  get matchStart(): number {
    const { source, start } = this.#whereabouts;
    const found = this.#found();
    return found > start ? source.slice(start, found).length : 0;
  }

  #found(): number {
    const { source, matcher, start, end, hit } = this.#whereabouts;
    if (hit?.matchStart !== undefined) return hit.matchStart;
    return matcher.find(source.bytes, { from: start, to: textEnd(source.bytes, start, end) })?.start ?? start;
  }
}
