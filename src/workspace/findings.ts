import { limits } from "../core/limits.ts";
import { byteLength } from "../core/text.ts";
import { clipLine, type FoundLine, type Sink } from "../engines/grep/index.ts";
import type { TruncatedBy } from "../ports/call.ts";
import type { GrepLine, GrepRequest, GrepResponse } from "../ports/grepper.ts";
import { capOf } from "./requests.ts";

type Rows<Response> = Response extends { readonly output: infer Output }
  ? Pick<Response, ("lines" | "files" | "counts") & keyof Response> & { readonly output: Output }
  : never;

/** What a search has found so far, up to the caps of its request. One kind for each output. */
export interface Findings {
  /** A sink for the lines of one file. */
  sinkFor(path: string): Sink;
  /** Nothing more can be taken: something was left out already. */
  readonly full: boolean;
  readonly truncatedBy: TruncatedBy | undefined;
  rows(): Rows<GrepResponse>;
}

export function createFindings(request: GrepRequest): Findings {
  const limit = capOf(request.limit, limits.results);
  if (request.output === "files") return createFileNames(limit);
  if (request.output === "count") return createCounts(limit);
  return createLines(request, limit);
}

function createFileNames(limit: number): Findings {
  const files: string[] = [];
  let truncatedBy: TruncatedBy | undefined;
  return {
    get full() {
      return truncatedBy !== undefined;
    },
    get truncatedBy() {
      return truncatedBy;
    },
    sinkFor: (path) =>
      countingSink(() => {
        if (files.length >= limit) truncatedBy = "limit";
        else files.push(path);
        return false;
      }),
    rows: () => ({ output: "files", files }),
  };
}

function createCounts(limit: number): Findings {
  const counts: { readonly path: string; count: number }[] = [];
  let truncatedBy: TruncatedBy | undefined;
  return {
    get full() {
      return truncatedBy !== undefined;
    },
    get truncatedBy() {
      return truncatedBy;
    },
    sinkFor(path) {
      const row = { path, count: 0 };
      return countingSink(() => {
        if (row.count === 0 && counts.length >= limit) {
          truncatedBy = "limit";
          return false;
        }
        if (row.count++ === 0) counts.push(row);
        return true;
      });
    },
    rows: () => ({ output: "count", counts }),
  };
}

/** A sink that is told of matching lines, and never of their text. */
function countingSink(hit: () => boolean): Sink {
  return { hit, line: () => true };
}

/** Lines with their context: a match and what leads up to it are taken together, or not at all. */
function createLines(request: GrepRequest, limit: number): Findings {
  const maxBytes = capOf(request.maxBytes, limits.outputBytes);
  const maxLine = capOf(request.maxLine, limits.clippedLine);
  const countsContext = request.dialect?.limitCounts === "all-lines";
  const lines: GrepLine[] = [];
  let leading: GrepLine[] = [];
  let counted = 0;
  let bytes = 0;
  let truncatedBy: TruncatedBy | undefined;

  function take(line: GrepLine): boolean {
    const together = [...leading, line];
    leading = [];
    const cost = together.reduce((sum, { text }) => sum + byteLength(text), 0);
    const count = countsContext ? together.length : Number(line.kind === "match");
    truncatedBy = counted + count > limit ? "limit" : bytes + cost > maxBytes ? "bytes" : undefined;
    if (truncatedBy) return false;
    counted += count;
    bytes += cost;
    lines.push(...together);
    return true;
  }

  return {
    get full() {
      return truncatedBy !== undefined;
    },
    get truncatedBy() {
      return truncatedBy;
    },
    sinkFor(path) {
      leading = [];
      return {
        line(found) {
          const line = grepLine(path, found, maxLine);
          if (found.side !== "before") return take(line);
          leading.push(line);
          return true;
        },
      };
    },
    rows: () => ({ output: "content", lines }),
  };
}

function grepLine(path: string, found: FoundLine, maxLine: number): GrepLine {
  const { line, text, kind } = found;
  if (text.length <= maxLine) return { path, line, text, kind };
  const shown = clipLine(text, found.matchStart ?? 0, maxLine);
  return { path, line, text: shown.text, kind, ...(shown.clipped ? { clipped: true } : {}) };
}
