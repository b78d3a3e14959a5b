import { limits } from "../core/limits.ts";
import { byteLength } from "../core/text.ts";
import type { FoundLine, Sink } from "../engines/grep/index.ts";
import type { TruncatedBy } from "../ports/call.ts";
import type { GrepLine, GrepRequest, GrepResponse } from "../ports/grepper.ts";
import { createBudget, type Budget } from "./budget.ts";
import { clipLine } from "./clip-line.ts";
import { capOf } from "./requests.ts";

type Rows<Response> = Response extends { readonly output: infer Output }
  ? Pick<Response, ("lines" | "files" | "counts") & keyof Response> & { readonly output: Output }
  : never;

/** A file that is searched. Its path is put together when something is found in it. */
export interface NamedFile {
  path(): string;
}

/** What a search has found so far, up to the caps of its request. One kind for each output. It is the sink of the file begun last. */
export interface Findings extends Sink {
  begin(file: NamedFile): void;
  /** Why something was left out; from then on nothing is taken any more. */
  readonly truncatedBy: TruncatedBy | undefined;
  rows(): Rows<GrepResponse>;
}

/** Bytes that a line's or a file's number may take in an answer. */
const numberBytes = 8;

export function createFindings(request: GrepRequest): Findings {
  const budget = createBudget({ limit: capOf(request.limit, limits.results), maxBytes: capOf(request.maxBytes, limits.outputBytes) });
  if (request.output === "files") return new FileNames(budget);
  return request.output === "count" ? new Counts(budget) : new Lines(budget, request);
}

abstract class Counting {
  readonly #budget: Budget;
  #file: NamedFile = nowhere;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  get truncatedBy(): TruncatedBy | undefined {
    return this.#budget.truncatedBy;
  }

  begin(file: NamedFile): void {
    this.#file = file;
  }

  /** A sink that is told of matching lines, and never of their text. */
  line(): boolean {
    return true;
  }

  /** The path of the file at hand, if the answer has room for it. */
  protected take(bytes: number): string | undefined {
    const path = this.#file.path();
    return this.#budget.take(1, byteLength(path) + bytes) ? path : undefined;
  }
}

class FileNames extends Counting implements Findings {
  readonly #files: string[] = [];

  hit(): boolean {
    const path = this.take(1);
    if (path !== undefined) this.#files.push(path);
    return false;
  }

  rows(): Rows<GrepResponse> {
    return { output: "files", files: this.#files };
  }
}

class Counts extends Counting implements Findings {
  readonly #counts: { readonly path: string; count: number }[] = [];
  #row: { readonly path: string; count: number } | undefined;

  override begin(file: NamedFile): void {
    super.begin(file);
    this.#row = undefined;
  }

  hit(lines: number): boolean {
    this.#row ??= this.#begun();
    if (this.#row) this.#row.count += lines;
    return this.#row !== undefined;
  }

  #begun(): { readonly path: string; count: number } | undefined {
    const path = this.take(numberBytes);
    const row = path === undefined ? undefined : { path, count: 0 };
    if (row) this.#counts.push(row);
    return row;
  }

  rows(): Rows<GrepResponse> {
    return { output: "count", counts: this.#counts };
  }
}

/** Lines with their context: a match and what leads up to it are taken together, or not at all. */
class Lines implements Findings {
  readonly #budget: Budget;
  readonly #maxLine: number;
  readonly #countsContext: boolean;
  readonly #lines: GrepLine[] = [];
  /** Lines that lead up to the next match, with their bytes. */
  #leading: GrepLine[] = [];
  #leadingBytes = 0;
  #file: NamedFile = nowhere;
  #path: string | undefined;
  /** What the path of the file takes: an answer names a file once, above its lines. */
  #pathBytes = 0;

  constructor(budget: Budget, request: GrepRequest) {
    this.#budget = budget;
    this.#maxLine = capOf(request.maxLine, limits.clippedLine);
    this.#countsContext = request.dialect?.limitCounts === "all-lines";
  }

  get truncatedBy(): TruncatedBy | undefined {
    return this.#budget.truncatedBy;
  }

  begin(file: NamedFile): void {
    this.#file = file;
    this.#path = undefined;
    this.#forgetLeading();
  }

  line(found: FoundLine): boolean {
    this.#path ??= this.#named();
    const line = grepLine(this.#path, found, this.#maxLine);
    const bytes = (line.clipped ? byteLength(line.text) : found.byteLength) + numberBytes;
    if (found.side !== "before") return this.#take(line, bytes);
    this.#leading.push(line);
    this.#leadingBytes += bytes;
    return true;
  }

  #named(): string {
    const path = this.#file.path();
    this.#pathBytes = byteLength(path);
    return path;
  }

  #take(line: GrepLine, bytes: number): boolean {
    const items = this.#countsContext ? this.#leading.length + 1 : Number(line.kind === "match");
    if (!this.#budget.take(items, this.#pathBytes + this.#leadingBytes + bytes)) return false;
    this.#pathBytes = 0;
    if (this.#leading.length > 0) this.#lines.push(...this.#leading);
    this.#lines.push(line);
    this.#forgetLeading();
    return true;
  }

  #forgetLeading(): void {
    if (this.#leading.length > 0) this.#leading = [];
    this.#leadingBytes = 0;
  }

  rows(): Rows<GrepResponse> {
    return { output: "content", lines: this.#lines };
  }
}

/** Before the first file. */
const nowhere: NamedFile = { path: () => "" };

function grepLine(path: string, found: FoundLine, maxLine: number): GrepLine {
  const { line, text, kind } = found;
  if (text.length <= maxLine) return { path, line, text, kind };
  const shown = clipLine(text, found.matchStart ?? 0, maxLine);
  return { path, line, text: shown.text, kind, ...(shown.clipped ? { clipped: true } : {}) };
}
