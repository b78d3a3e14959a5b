import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { BrowserContext, Page } from "playwright";
import { build, preview } from "vite";
import { provideBrowser } from "../support/browser.ts";

const files = 1_000;
const takeovers = 9;
const longestTakeover = 1_000;
const rounds = 10;
const readsInRound = 300;

/** Isolated, a clock ticks every 5 µs. */
const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** How long a tab waits when the one that has the files closes or crashes, and what a call through it costs beside a direct one. */
export async function run(): Promise<boolean> {
  const server = await servePage();
  const profile = mkdtempSync(join(tmpdir(), "portside-bench-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath: provideBrowser() });
  const openTab = async (count?: number): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(server.address);
    await page.evaluate((given) => window.benchTab.open(given), count);
    return page;
  };
  try {
    const owner = await openTab(files);
    const guest = await openTab();
    await reportReads(owner, guest);
    await guest.close();
    const closed = await takeOverAfter(owner, { openTab, end: (page) => page.close() });
    const crashed = await takeOverAfter(closed.owner, { openTab, end: (page) => crash(context, page) });
    return [judge("closes", closed.waits), judge("crashes", crashed.waits)].every((kept) => kept);
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Ending {
  openTab(): Promise<Page>;
  end(owner: Page): Promise<void>;
}

/** A new tab reads all the time while the one that has the files ends; again and again. */
async function takeOverAfter(first: Page, { openTab, end }: Ending): Promise<{ readonly owner: Page; readonly waits: readonly number[] }> {
  let owner = first;
  const waits: number[] = [];
  for (let made = 0; made < takeovers; made++) {
    const next = await openTab();
    await next.evaluate(() => window.benchTab.keepReading());
    await end(owner);
    waits.push(await next.evaluate(() => window.benchTab.longestWait()));
    owner = next;
  }
  return { owner, waits };
}

async function crash(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
}

async function reportReads(owner: Page, guest: Page): Promise<void> {
  const times = { owner: [] as number[], guest: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const direct = await owner.evaluate((count) => window.benchTab.read(count), readsInRound);
    const through = await guest.evaluate((count) => window.benchTab.read(count), readsInRound);
    if (round === 0) continue; // to warm up
    times.owner.push(...direct);
    times.guest.push(...through);
  }
  const [direct, through] = [median(times.owner), median(times.guest)];
  console.log(
    `one-line read p50 ${direct.toFixed(3)} ms; through the tab that has the files ${through.toFixed(3)} ms: ${(through / direct).toFixed(2)} times`,
  );
}

function judge(how: string, waits: readonly number[]): boolean {
  const [typical, worst] = [median(waits), Math.max(...waits)];
  const kept = typical <= longestTakeover;
  console.log(
    `when the tab that has ${files} files ${how}, another waits ${typical.toFixed(0)} ms (p50 of ${waits.length}; longest ${worst.toFixed(0)}), at most ${longestTakeover}: ${kept ? "kept" : "missed"}`,
  );
  return kept;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function servePage(): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const settings = { root: "test/bench/tabs", configFile: false, logLevel: "error", worker: { format: "es" } } as const;
  const outDir = "../../../build/bench/tabs";
  await build({ ...settings, build: { outDir, emptyOutDir: true, target: "es2022" } });
  const server = await preview({ ...settings, build: { outDir }, preview: { host: "127.0.0.1", port: 0, headers } });
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error("The bench's page is not served.");
  return { address, close: () => server.close() };
}
