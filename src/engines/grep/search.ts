import type { ContextLines, Sink } from "./report.ts";
import { Counter, type Taker } from "./taker.ts";
import { checkpointBytes, type LineSearch, type LineVisitor } from "./line-search.ts";
import type { Needle } from "../regex/needle.ts";
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

export interface SearchOutput {
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
  return new FileSearcher(search, { context, sink }).search(Source.of(bytes));
}

const binaryFile: FileOutcome = { binary: true, matches: 0, stoppedAtNul: false };
const nothingFound: FileOutcome = { binary: false, matches: 0, stoppedAtNul: false };

/** As `searchBytes`, for one file after another. Its parts are made once: most files hold no match, and nothing is made for them. */
export class FileSearcher implements LineVisitor {
  readonly checkpoint: () => void;
  readonly #search: Search;
  readonly #taker: Taker;
  /** Where the search of this file ends, and whether something matched beyond it. */
  #end = 0;
  #sawNul = false;
  /** How many more files may be asked whether they lack the needle, and hold it: each that lacks it pays for seven. */
  #patience = 16;

  constructor(search: Search, { context, sink, checkpoint = nothing }: SearchOutput) {
    this.#search = search;
    this.#taker = sink.hit ? new Counter(sink) : new Report(search, context, sink);
    this.checkpoint = checkpoint;
  }

  search(source: Source): FileOutcome {
    if (source.binary) return binaryFile;
    const { lines, multiline } = this.#search;
    if (lines && !source.knowsLines && source.lacks(lines.needle)) return nothingFound; // to know the lines takes another look at all of the file
    const searched = multiline ? source : source.lines;
    this.#taker.begin(searched);
    this.#end = searched.end;
    this.#sawNul = false;
    if (lines) this.#searchLines(lines, searched);
    else this.#searchAcross(searched);
    this.#taker.finish();
    const { matches } = this.#taker;
    return matches === 0 && !this.#sawNul ? nothingFound : { binary: false, matches, stoppedAtNul: this.#sawNul };
  }

  /** As a visitor of lines. */
  line(at: number): number {
    if (at < this.#end) return this.#taker.line(at);
    this.#sawNul = true;
    return -1;
  }

  #searchLines(lines: LineSearch, source: Source): void {
    if (lines.strategy === "every_line" && this.#taker instanceof Counter) this.#countAll(this.#taker, source);
    else lines.run(source, this);
  }

  #countAll(counter: Counter, source: Source): void {
    this.#sawNul = this.#end < source.bytes.length;
    const lines = this.#sawNul ? source.lineOf(this.#end) : source.lineCount;
    if (lines > 0) counter.add(lines);
  }

  /** Does the file lack what stands in each match? It is asked as long as that is the answer for one of eight files. */
  #lacks(needle: Needle, source: Source): boolean {
    if (this.#patience < 0) return false;
    const lacks = source.lacks(needle);
    this.#patience += lacks ? 7 : -1;
    return lacks;
  }

  #searchAcross(source: Source): void {
    const { matcher, needle, prefix, blocks } = this.#search;
    if (needle && this.#lacks(needle, source)) return;
    const bytes = source.end < source.bytes.length ? source.bytes.subarray(0, source.end) : source.bytes;
    const text = prefix && source.text;
    let mark = checkpointBytes;
    for (const hit of hitsAcrossLines(matcher, { bytes, text }, blocks)) {
      if (!this.#taker.lines(hit)) break;
      if (hit.end > mark) {
        this.checkpoint();
        mark = hit.end + checkpointBytes;
      }
    }
    this.#sawNul = source.end < source.bytes.length;
  }
}

function nothing(): void {
  // A search without a checkpoint runs to its end.
}
