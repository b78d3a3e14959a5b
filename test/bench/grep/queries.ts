import type { GrepRequest } from "../../../src/ports/grepper.ts";

export interface Query {
  readonly name: string;
  readonly request: Pick<GrepRequest, "pattern" | "case" | "multiline">;
  /** Nothing literal stands in every match. */
  readonly noLiteral?: boolean;
}

/** The classes of queries that are compared. */
export const queries: readonly Query[] = [
  { name: "literal, absent", request: { pattern: "zqxjkv_absent" } },
  { name: "literal, rare", request: { pattern: "getNode\\(path, 77\\)" } },
  { name: "literal, frequent", request: { pattern: "return" } },
  { name: "literal, any case", request: { pattern: "getnode\\(path, 77\\)", case: "insensitive" } },
  { name: "four literals", request: { pattern: "TypeError|RangeError|SyntaxError|EvalError" } },
  { name: "word", request: { pattern: "\\bkey\\b" } },
  { name: "fn, space, word", request: { pattern: "fn\\s+\\w+\\(" } },
  { name: "inner literal", request: { pattern: "[A-Z]\\w+Error" } },
  { name: "anchored", request: { pattern: "^import" } },
  { name: "Unicode classes", request: { pattern: "\\p{Lu}\\p{Ll}+" }, noLiteral: true },
  { name: "two, any case", request: { pattern: "todo|fixme", case: "insensitive" } },
  { name: "multiline", request: { pattern: "\\{\\n\\s*return", multiline: true } },
  { name: "long class", request: { pattern: "[a-z]{20,}" }, noLiteral: true },
  { name: "assignment", request: { pattern: "\\w+\\s+=\\s+\\w+" }, noLiteral: true },
  { name: "empty", request: { pattern: "" } },
];
