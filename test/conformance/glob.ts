import { isPortsideError } from "../../src/core/errors.ts";
import { compileGlob, type Glob } from "../../src/engines/glob/index.ts";
import { reportRows, type ConformanceReport } from "./report.ts";
import { booleanField, fieldsOf, stringField } from "./row.ts";

interface GlobRow {
  readonly id: string;
  readonly pattern: string;
  readonly path: string;
  readonly ignoreCase: boolean;
  readonly match: boolean;
  /** Compiling the pattern must fail. */
  readonly invalid: boolean;
}

/** Runs rows of glob.jsonl against the glob engine. */
export function run(rows: readonly unknown[]): ConformanceReport {
  return reportRows(rows.map(toRow), check);
}

function toRow(row: unknown): GlobRow {
  const fields = fieldsOf(row);
  return {
    id: stringField(fields, "id"),
    pattern: stringField(fields, "pattern"),
    path: stringField(fields, "path"),
    ignoreCase: booleanField(fields, "ignoreCase"),
    match: booleanField(fields, "match"),
    invalid: booleanField(fields, "invalid"),
  };
}

function check(row: GlobRow): string | undefined {
  const glob = compile(row);
  if (glob === undefined) return row.invalid ? undefined : `${JSON.stringify(row.pattern)} was refused`;
  if (row.invalid) return `${JSON.stringify(row.pattern)} was accepted`;
  const match = glob.matches(row.path);
  return match === row.match ? undefined : `${JSON.stringify(row.pattern)} ~ ${JSON.stringify(row.path)} is ${match}`;
}

function compile({ pattern, ignoreCase }: GlobRow): Glob | undefined {
  try {
    return compileGlob(pattern, { ignoreCase });
  } catch (error) {
    if (isPortsideError(error, "invalid_glob")) return undefined;
    throw error;
  }
}
