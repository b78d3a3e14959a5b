import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { bundle, eagerChunks } from "./bundle.ts";

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
  { name: "worker.js, whole", budget: 170 * kilobyte, measure: () => bundled("src/worker/index.ts", [], true) },
  { name: "engines/edit", budget: 8 * kilobyte, measure: () => bundled("src/engines/edit/index.ts") },
  { name: "engines/glob", budget: 4 * kilobyte, measure: () => bundled("src/engines/glob/index.ts") },
  { name: "engines/grep", budget: 25 * kilobyte, measure: () => bundled("src/engines/grep/index.ts") },
  { name: "engines/patch", budget: 15 * kilobyte, measure: () => bundled("src/engines/patch/index.ts") },
];

/** Prints one table of entries and budgets; exits 1 where one is over its budget. */
async function main(): Promise<void> {
  const sizes: { readonly entry: Entry; readonly size: number }[] = [];
  for (const entry of entries) sizes.push({ entry, size: await entry.measure() });
  console.log(table(sizes.map(({ entry, size }) => [entry.name, String(size), String(entry.budget), verdict(size, entry.budget)])));
  process.exitCode = sizes.every(({ entry, size }) => size <= entry.budget) ? 0 : 1;
}

async function bundled(source: string, external: readonly (string | RegExp)[] = [], whole = false): Promise<number> {
  const chunks = eagerChunks(await bundle(source, { name: "entry", external, whole }));
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

function verdict(size: number, budget: number): string {
  return size > budget ? `over by ${size - budget}` : `${Math.round((size / budget) * 100)} %`;
}

function table(rows: readonly (readonly string[])[]): string {
  const all = [["entry", "gz bytes", "budget", ""], ...rows];
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

function pad(cell: string, column: number, width: number): string {
  return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width);
}

await main();
