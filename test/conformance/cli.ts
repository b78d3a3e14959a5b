import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ConformanceReport } from "./report.ts";

const usage = "npm run conformance -- <kind> FILE [--area A,B]";

/** Runs one file of conformance data. Exits 1 unless something passed and nothing failed. */
async function main(): Promise<void> {
  const { kind, file, areas } = readArguments();
  const { run } = await load(kind);
  const report = await run(readRows(file), areas === undefined ? {} : { areas });
  console.log(render(report));
  process.exitCode = report.passed > 0 && report.failed.length === 0 ? 0 : 1;
}

/** What `./<kind>.ts` exports; `areas` limits it to rows of those areas, where the kind has areas. */
interface Runner {
  run(rows: readonly unknown[], options: { readonly areas?: readonly string[] }): ConformanceReport | Promise<ConformanceReport>;
}

interface Arguments {
  readonly kind: string;
  readonly file: string;
  readonly areas: readonly string[] | undefined;
}

function readArguments(): Arguments {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { area: { type: "string" } } });
  const [kind, file, ...rest] = positionals;
  if (kind === undefined || file === undefined || rest.length > 0) stop(`Usage: ${usage}`);
  return { kind, file, areas: values.area?.split(",") };
}

async function load(kind: string): Promise<Runner> {
  const module = new URL(`./${kind}.ts`, import.meta.url);
  if (!/^[a-z]+$/.test(kind) || !existsSync(module)) stop(`There is no runner for "${kind}". Usage: ${usage}`);
  return (await import(module.href)) as Runner;
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

function readRows(file: string): readonly unknown[] {
  if (!existsSync(file)) stop(`There is no file "${file}". Usage: ${usage}`);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

function render({ passed, failed, skipped, notes = [] }: ConformanceReport): string {
  const failures = failed.map(({ id, reason }) => `failed ${id}: ${reason}`);
  const skips = [...byReason(skipped)].map(([reason, ids]) => `skipped ${ids.length}: ${reason}: ${ids.join(" ")}`);
  return [...failures, ...skips, ...notes, `${passed} passed, ${failed.length} failed`].join("\n");
}

function byReason(notes: ConformanceReport["skipped"]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, reason } of notes) groups.set(reason, [...(groups.get(reason) ?? []), id]);
  return groups;
}

await main();
