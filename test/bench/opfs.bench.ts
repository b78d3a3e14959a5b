import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Page } from "playwright";
import { provideBrowser } from "../support/browser.ts";
import { servePage } from "./serve-page.ts";
import type { Times } from "./opfs/page.ts";

/** 10,000 files of 2 KB in a volume, beside one file for each in the bare private file system, in a profile on a disk. */
export async function run(): Promise<boolean> {
  const server = await servePage("opfs");
  const profile = mkdtempSync(join(tmpdir(), "portside-bench-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath: provideBrowser() });
  try {
    const page = await context.newPage();
    await page.goto(server.address);
    return judge(await measureAll(page));
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface All {
  readonly volume: Times;
  readonly reopened: Times;
  readonly bare: Times;
}

async function measureAll(page: Page): Promise<All> {
  const measure = (what: keyof All): Promise<Times> => page.evaluate((given) => window.measure(given), what);
  const volume = await measure("volume");
  return { volume, reopened: await measure("reopened"), bare: await measure("bare") };
}

function judge({ volume, reopened, bare }: All): boolean {
  const ratio = (a: number | undefined, b: number | undefined): number => (a ?? Number.NaN) / (b ?? Number.NaN);
  console.log(`U = ${(reopened["unit"] ?? Number.NaN).toFixed(2)} ms`);
  for (const [name, times] of Object.entries({ volume, reopened, bare })) console.log(`${name}: ${inWords(times)}`);
  return [
    atLeast("import", ratio(bare["import"], volume["import"]), 8),
    atMost("open to the first read, in U", ratio(reopened["open"], reopened["unit"]), 10),
    atLeast("open to the first read, beside walking and reading all", ratio(bare["walk"], reopened["open"]), 20),
    atLeast("one write", ratio(bare["write"], volume["write"]), 5),
    atMost("rename of a directory with 10,000 files, beside one with one", ratio(volume["renameLarge"], volume["renameSmall"]), 2),
    atMost("cold grep, beside warm", ratio(reopened["cold"], reopened["warm"]), 2),
    atMost("cold grep, beside memory's first", ratio(reopened["cold"], reopened["memoryCold"]), 2),
    atMost("warm grep, beside memory's", ratio(reopened["warm"], reopened["memoryWarm"]), 1.15),
  ].every((kept) => kept);
}

function inWords(times: Times): string {
  return Object.entries(times)
    .map(([what, time]) => `${what} ${time.toFixed(3)} ms`)
    .join(", ");
}

function atLeast(what: string, times: number, bound: number): boolean {
  return report(`${what}: ${times.toFixed(1)} times as fast, at least ${bound}`, times >= bound);
}

function atMost(what: string, value: number, bound: number): boolean {
  return report(`${what}: ${value.toFixed(2)}, at most ${bound}`, value <= bound);
}

function report(line: string, kept: boolean): boolean {
  console.log(`${line}: ${kept ? "kept" : "missed"}`);
  return kept;
}
