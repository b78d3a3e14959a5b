import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { definitions } from "../src/tools/definitions.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { bundle, eagerChunks } from "./bundle.ts";
import { approximateTokens } from "./tokens.ts";

interface Entry {
  readonly name: string;
  /** Bytes after gzip. */
  readonly budget: number;
  /** Bytes after gzip of what is loaded at once; lazy parts do not count. */
  measure(): Promise<number>;
}

const kilobyte = 1024;

/** Every entry that has a budget. */
const entries: readonly Entry[] = [
  { name: "client, without zod", budget: 5 * kilobyte, measure: () => bundled("src/index.ts", ["zod", /^zod\//]) },
  { name: "page, first load", budget: 35 * kilobyte, measure: pageFirstLoad },
  { name: "worker.js", budget: 145 * kilobyte, measure: async () => zipped((await bundleWorker()).worker.code) },
  { name: "worker-parts.js", budget: 66 * kilobyte, measure: async () => zipped((await bundleWorker()).parts.code) },
  { name: "engines/edit", budget: 8 * kilobyte, measure: () => bundled("src/engines/edit/index.ts") },
  { name: "engines/glob", budget: 4 * kilobyte, measure: () => bundled("src/engines/glob/index.ts") },
  { name: "engines/grep", budget: 25 * kilobyte, measure: () => bundled("src/engines/grep/index.ts") },
  { name: "engines/patch", budget: 15 * kilobyte, measure: () => bundled("src/engines/patch/index.ts") },
];

/** Tokens that the definitions of a profile may take, by its name; the others have no budget. */
const tokenBudgets: Readonly<Record<string, number>> = { default: 2_500 };

/** Prints a table of entries and one of profiles, with their budgets; exits 1 where one is over its budget. */
async function main(): Promise<void> {
  const rows: Row[] = [];
  for (const { name, budget, measure } of entries) rows.push({ name, budget, size: await measure() });
  const profiles = Object.entries(definitions).map(([name, tools]): Row => ({
    name: `${name}, ${tools.length} tools`,
    size: approximateTokens(tools),
    budget: tokenBudgets[name],
  }));
  console.log(`${table("entry", "gz bytes", rows)}\n\n${table("definitions", "tokens", profiles)}`);
  process.exitCode = [...rows, ...profiles].some(isOver) ? 1 : 0;
}

interface Row {
  readonly name: string;
  readonly size: number;
  /** Absent: it is only told. */
  readonly budget: number | undefined;
}

function isOver({ size, budget }: Row): boolean {
  return budget !== undefined && size > budget;
}

async function bundled(source: string, external: readonly (string | RegExp)[] = []): Promise<number> {
  const chunks = eagerChunks(await bundle(source, { name: "entry", external }));
  return chunks.reduce((sum, { code }) => sum + zipped(code), 0);
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** The HTML, and the scripts and styles that it asks for before any of them has run. */
async function pageFirstLoad(): Promise<number> {
  const folder = "build/page";
  await build({ logLevel: "warn" });
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Readonly<Record<string, ManifestChunk>>;
  const chunks = reachable("index.html", manifest);
  const files = new Set(["index.html", ...chunks.flatMap(({ file, css = [] }) => [file, ...css])]);
  return [...files].reduce((sum, file) => sum + zipped(readFileSync(join(folder, file))), 0);
}

function reachable(start: string, manifest: Readonly<Record<string, ManifestChunk>>): readonly ManifestChunk[] {
  const names = new Set([start]);
  for (const name of names) manifest[name]?.imports?.forEach((imported) => names.add(imported));
  return [...names].flatMap((name) => manifest[name] ?? []);
}

function zipped(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length;
}

function table(subject: string, unit: string, rows: readonly Row[]): string {
  const all = [[subject, unit, "budget", ""], ...rows.map(cells)];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => pad(cell, column, widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cells({ name, size, budget }: Row): readonly string[] {
  return budget === undefined ? [name, String(size), "", ""] : [name, String(size), String(budget), verdict(size, budget)];
}

function verdict(size: number, budget: number): string {
  return size > budget ? `over by ${size - budget}` : `${Math.round((size / budget) * 100)} %`;
}

function pad(cell: string, column: number, width: number): string {
  return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width);
}

await main();
