import { ignoredIn, type IgnoreTree } from "../support/ignore-tree.ts";
import type { ConformanceReport, Verdict } from "./report.ts";
import { booleanField, fieldsOf, stringField } from "./row.ts";

interface IgnoreRow extends IgnoreTree {
  readonly id: string;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly path: string;
  readonly dir: boolean;
  readonly ignored: boolean;
}

/** Runs rows of ignore.jsonl against the ignore engine. Each entry of a row is a verdict of its own. */
export function run(rows: readonly unknown[]): ConformanceReport {
  const trees = rows.map(toRow);
  const failed = trees.flatMap(check);
  const verdicts = trees.reduce((sum, { entries }) => sum + entries.length, 0);
  return { passed: verdicts - failed.length, failed, skipped: [] };
}

function toRow(row: unknown): IgnoreRow {
  const fields = fieldsOf(row);
  const files = fieldsOf(fields["ignoreFiles"]);
  return {
    id: stringField(fields, "id"),
    ignoreCase: booleanField(fields, "ignoreCase"),
    exclude: stringField(fields, "exclude"),
    global: stringField(fields, "global"),
    ignoreFiles: Object.fromEntries(Object.keys(files).map((directory) => [directory, stringField(files, directory)])),
    entries: (fields["entries"] as readonly unknown[]).map(toEntry),
  };
}

function toEntry(entry: unknown): Entry {
  const fields = fieldsOf(entry);
  return { path: stringField(fields, "path"), dir: booleanField(fields, "dir"), ignored: booleanField(fields, "ignored") };
}

function check(row: IgnoreRow): Verdict[] {
  const isIgnored = ignoredIn(row);
  return row.entries
    .filter(({ path, dir, ignored }) => isIgnored(path, dir) !== ignored)
    .map(({ path, ignored }) => ({ id: row.id, reason: `${JSON.stringify(path)} is ${ignored ? "not " : ""}ignored` }));
}
