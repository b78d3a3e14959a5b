import { limits } from "../core/limits.ts";
import { byteLength } from "../core/text.ts";
import { clipLine, type FoundLine, type Sink } from "../engines/grep/index.ts";
import type { TruncatedBy } from "../ports/call.ts";
import type { GrepLine, GrepRequest, GrepResponse } from "../ports/grepper.ts";
import { createBudget, type Budget } from "./budget.ts";
import { capOf } from "./requests.ts";

type Rows<Response> = Response extends { readonly output: infer Output }
  ? Pick<Response, ("lines" | "files" | "counts") & keyof Response> & { readonly output: Output }
  : never;

/** What a search has found so far, up to the caps of its request. One kind for each output. */
export interface Findings {
  /** A sink for the lines of one file. */
  sinkFor(path: string): Sink;
  /** Why something was left out; from then on nothing is taken any more. */
  readonly truncatedBy: TruncatedBy | undefined;
  rows(): Rows<GrepResponse>;
}

/** Bytes that a line's or a file's number may take in an answer. */
const numberBytes = 8;

export function createFindings(request: GrepRequest): Findings {
  const budget = createBudget({ limit: capOf(request.limit, limits.results), maxBytes: capOf(request.maxBytes, limits.outputBytes) });
  if (request.output === "files") return createFileNames(budget);
  if (request.output === "count") return createCounts(budget);
  return createLines(budget, request);
}

function createFileNames(budget: Budget): Findings {
  const files: string[] = [];
  return {
    get truncatedBy() {
      return budget.truncatedBy;
    },
    sinkFor: (path) =>
      countingSink(() => {
        if (budget.take(1, byteLength(path) + 1)) files.push(path);
        return false;
      }),
    rows: () => ({ output: "files", files }),
  };
}

function createCounts(budget: Budget): Findings {
  const counts: { readonly path: string; count: number }[] = [];
  return {
    get truncatedBy() {
      return budget.truncatedBy;
    },
    sinkFor(path) {
      const row = { path, count: 0 };
      return countingSink(() => {
        if (row.count === 0 && !budget.take(1, byteLength(path) + numberBytes)) return false;
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
function createLines(budget: Budget, request: GrepRequest): Findings {
  const maxLine = capOf(request.maxLine, limits.clippedLine);
  const countsContext = request.dialect?.limitCounts === "all-lines";
  const lines: GrepLine[] = [];
  let leading: GrepLine[] = [];

  function take(line: GrepLine): boolean {
    const together = [...leading, line];
    leading = [];
    const items = countsContext ? together.length : Number(line.kind === "match");
    // An answer names a file once, above its lines.
    const named = lines.at(-1)?.path === line.path ? 0 : byteLength(line.path);
    const bytes = together.reduce((sum, { text }) => sum + byteLength(text) + numberBytes, named);
    if (!budget.take(items, bytes)) return false;
    lines.push(...together);
    return true;
  }

  return {
    get truncatedBy() {
      return budget.truncatedBy;
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
