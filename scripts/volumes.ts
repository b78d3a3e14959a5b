import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { portCases } from "../src/conformance/ports.ts";
import { readPlaces, type PlacedOutcome } from "./reports.ts";
import { suites } from "./suites.ts";
import { renderTable } from "./volumes-table.ts";

const document = "docs/volumes.md";
/** The table stands between these. */
const [start, end] = ["<!-- table: npm run volumes -->\n", "\n<!-- end of table -->"];

/** Writes the table of docs/volumes.md from what the last `npm test` left; with `--check` it only compares, and exits 1 where they differ. */
function main(): void {
  const { values: options } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  const written = readFileSync(document, "utf8");
  const table = renderTable({ Node: outcomesOf("node"), Chromium: outcomesOf("chromium") }, Object.keys(portCases));
  const text = replaceTable(written, table);
  if (!options.check) return writeFileSync(document, text);
  if (text === written) return;
  console.error(`The table of ${document} is not what the tests say; run "npm run volumes". It would be:\n\n${table}`);
  process.exitCode = 1;
}

function outcomesOf(name: string): readonly PlacedOutcome[] {
  const suite = suites.find((each) => each.name === name);
  if (!suite) throw new Error(`There is no suite ${name}.`);
  return readPlaces(readFileSync(suite.file, "utf8"), process.cwd());
}

function replaceTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (from < start.length || to < from) throw new Error(`${document} has no place for the table.`);
  return text.slice(0, from) + table + text.slice(to);
}

main();
