import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { provideBrowser } from "../test/support/browser.ts";
import { missingFrom, parseChecklist, provenItems, renderSection } from "./checklist.ts";
import type { Section } from "./checklist.ts";
import type { Outcome } from "./reports.ts";
import { lastReport, runSuite, suites } from "./suites.ts";

const checklist = "docs/acceptance.md";

/** What the outcome of a test depends on. */
const tested = ["src", "test", "playground", "public", "package-lock.json"];

/** Prints which items of the checklist are proven; exits 1 where one of the sections asked for (all, without `--sections`) has an item that is not. */
async function main(): Promise<void> {
  const sections = parseChecklist(readFileSync(checklist, "utf8"));
  const asked = askedSections(sections);
  const proven = provenItems(await outcomes(), sections);
  console.log(asked.map((section) => renderSection(section, proven)).join("\n"));
  process.exitCode = asked.every((section) => missingFrom(section, proven).length === 0) ? 0 : 1;
}

function askedSections(sections: readonly Section[]): readonly Section[] {
  const keys = parseArgs({ options: { sections: { type: "string" } } }).values.sections?.split(",");
  const unknown = keys?.find((key) => !sections.some((section) => section.key === key));
  if (unknown !== undefined) throw new Error(`${checklist} has no section ${unknown}.`);
  return keys === undefined ? sections : sections.filter(({ key }) => keys.includes(key));
}

/** Of the last run of the tests, or of one made now if something has changed since. */
async function outcomes(): Promise<readonly Outcome[]> {
  const changed = Math.max(...tested.map(lastChange));
  if (!suites.every(({ file }) => existsSync(file) && statSync(file).mtimeMs > changed)) await runSuites();
  return suites.flatMap((suite) => lastReport(suite)?.outcomes ?? []);
}

async function runSuites(): Promise<void> {
  process.env["CHROMIUM_PATH"] = provideBrowser();
  for (const suite of suites) await runSuite(suite);
}

function lastChange(path: string): number {
  if (!existsSync(path)) return 0;
  const below = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  return Math.max(...[path, ...below.map((name) => join(path, name))].map((file) => statSync(file).mtimeMs));
}

await main();
