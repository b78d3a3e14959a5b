import { isPortsideError } from "../../src/core/errors.ts";
import type { ByteMatcher } from "../../src/engines/regex/byte-matcher.ts";
import { compileBytes } from "../../src/engines/regex/regex.ts";
import type { ConformanceReport, Verdict } from "./report.ts";
import { fieldsOf, stringField, type Fields } from "./row.ts";

interface Row {
  readonly id: string;
  readonly pattern: string;
  readonly haystack?: string;
  readonly haystack_hex?: string;
  readonly case_insensitive?: boolean;
  readonly unicode?: boolean;
  readonly utf8?: boolean;
  readonly line_terminator_hex?: string;
  readonly anchored?: boolean;
  readonly bounds?: readonly [number, number];
  readonly match_limit?: number;
  readonly compiles: boolean;
  readonly matches?: readonly (readonly [number, number])[];
  readonly error_contains?: string | readonly string[];
}

/** Runs rows of regex.jsonl against the regex engine. */
export async function run(rows: readonly unknown[]): Promise<ConformanceReport> {
  const failed: Verdict[] = [];
  for (const row of rows.map(fieldsOf).map(toRow)) {
    const reason = await check(row);
    if (reason !== undefined) failed.push({ id: row.id, reason });
  }
  return { passed: rows.length - failed.length, failed, skipped: [] };
}

function toRow(fields: Fields): Row {
  return { ...fields, id: stringField(fields, "id"), pattern: stringField(fields, "pattern"), compiles: fields["compiles"] === true };
}

async function check(row: Row): Promise<string | undefined> {
  const compiled = await compile(row);
  if (typeof compiled === "string") return row.compiles ? `${row.pattern} was refused: ${compiled}` : wrongMessage(row, compiled);
  if (!row.compiles) return `${row.pattern} was accepted`;
  const found = JSON.stringify(find(compiled, row));
  return found === JSON.stringify(row.matches) ? undefined : `${row.pattern} found ${found}, not ${JSON.stringify(row.matches)}`;
}

/** The matcher, or the message it was refused with. */
async function compile(row: Row): Promise<ByteMatcher | string> {
  const { unicode = true, utf8 = true, line_terminator_hex: terminator = "0a", case_insensitive: caseInsensitive = false } = row;
  try {
    return await compileBytes(row.pattern, { caseInsensitive, unicode, utf8, lineTerminator: Number.parseInt(terminator, 16) });
  } catch (error) {
    if (isPortsideError(error, "invalid_pattern")) return String(error.details.message);
    throw error;
  }
}

function wrongMessage({ pattern, error_contains: expected = [] }: Row, message: string): string | undefined {
  const options = typeof expected === "string" ? [expected] : expected;
  if (options.length === 0 || options.some((option) => message.includes(option))) return undefined;
  return `${pattern} was refused with ${JSON.stringify(message)}, not ${options.join(" or ")}`;
}

function find(matcher: ByteMatcher, row: Row): [number, number][] {
  const bytes = row.haystack_hex === undefined ? new TextEncoder().encode(row.haystack) : Buffer.from(row.haystack_hex, "hex");
  const [from, to] = row.bounds ?? [0, bytes.length];
  const found: [number, number][] = [];
  for (const { start, end } of matcher.findAll(bytes, { from, to, anchored: row.anchored ?? false })) {
    if (found.length >= (row.match_limit ?? Infinity)) break;
    found.push([start, end]);
  }
  return found;
}
