import type { ContextLines, Sink } from "./report.ts";
import type { Hit } from "./hits.ts";
import { Report } from "./report.ts";
import type { Search } from "./compile-search.ts";
import { Source } from "./source.ts";
import { hitsAcrossLines } from "./hits.ts";

/** What became of one file. */
export interface FileOutcome {
  /** A NUL stands in its leading 64 KiB: it was not searched. */
  readonly binary: boolean;
  /** Matching lines, or blocks, that the sink was given. */
  readonly matches: number;
  /** A NUL stands further on, and something matched: only the lines before it were searched. */
  readonly stoppedAtNul: boolean;
}

export interface FileSearch {
  readonly context: ContextLines;
  readonly sink: Sink;
  /** Called after each 1 MiB; what it throws ends the search. */
  readonly checkpoint?: () => void;
}

/**
 * Searches one file. A line is its text without LF or CRLF, and nothing matches those; the last newline begins no other line. A byte order
 * mark is no part of the text.
 */
export function searchBytes(search: Search, bytes: Uint8Array, context: ContextLines, sink: Sink): FileOutcome {
  return searchSource(search, Source.of(bytes), { context, sink });
}

/** As `searchBytes`, of a file that was looked at before. */
export function searchSource(search: Search, source: Source, file: FileSearch): FileOutcome {
  if (source.binary) return { binary: true, matches: 0, stoppedAtNul: false };
  const text = search.multiline ? source : source.lines;
  const taker = file.sink.hit ? new Counter(file.sink) : new Reporter(search, text, file);
  const sawNul = search.lines ? searchLines(search, text, file, taker) : searchAcross(search, text, file, taker);
  taker.finish();
  return { binary: false, matches: taker.matches, stoppedAtNul: sawNul };
}

const checkpointBytes = 1_048_576;

/** Takes hits; false ends the search. */
interface Taker {
  readonly matches: number;
  /** A hit in line mode is known by an offset in it. */
  line(at: number): boolean;
  lines(hit: Hit): boolean;
  finish(): void;
}

class Counter implements Taker {
  matches = 0;
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  line(): boolean {
    this.matches++;
    return this.#sink.hit?.() ?? false;
  }

  lines(): boolean {
    return this.line();
  }

  finish(): void {
    // Nothing follows a count.
  }
}

class Reporter implements Taker {
  readonly #report: Report;
  #ended = false;

  constructor(search: Search, source: Source, { context, sink }: FileSearch) {
    this.#report = new Report(search, source, context, sink);
  }

  get matches(): number {
    return this.#report.matches;
  }

  line(at: number): boolean {
    this.#ended = !this.#report.addLine(at);
    return !this.#ended;
  }

  lines(hit: Hit): boolean {
    this.#ended = !this.#report.add(hit);
    return !this.#ended;
  }

  finish(): void {
    if (!this.#ended) this.#report.finish();
  }
}

function searchLines({ lines }: Search, source: Source, { checkpoint = nothing }: FileSearch, taker: Taker): boolean {
  let sawNul = false;
  let end = -1;
  const visit = (at: number): boolean => {
    if (end < 0) ({ end } = source);
    if (at < end) return taker.line(at);
    sawNul = true;
    return false;
  };
  lines?.run(source, { visit, checkpoint });
  return sawNul;
}

function searchAcross(
  { matcher, needle, prefix, blocks }: Search,
  source: Source,
  { checkpoint = nothing }: FileSearch,
  taker: Taker,
): boolean {
  if (needle && source.keepsText && needle.find(source.text, 0) < 0) return false;
  const bytes = source.bytes.subarray(0, source.end);
  const text = prefix && source.keepsText ? source.text : undefined;
  let mark = checkpointBytes;
  for (const hit of hitsAcrossLines(matcher, { bytes, text }, blocks)) {
    if (!taker.lines(hit)) break;
    if (hit.end > mark) {
      checkpoint();
      mark = hit.end + checkpointBytes;
    }
  }
  return source.end < source.bytes.length;
}

function nothing(): void {
  // A search without a checkpoint runs to its end.
}
