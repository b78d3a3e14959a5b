import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { provideBrowser } from "../support/browser.ts";
import { servePage } from "../support/serve-page.ts";
import { startBrowser, type KillableBrowser } from "./browser.ts";
import { fillDisks } from "./full-disks.ts";
import { createJudge, well, type Verdict } from "./judge.ts";
import { tearNames } from "./tear-names.ts";
import type { Found, HistoryOrder as Order, Said } from "./page/messages.ts";

const { values: options } = parseArgs({
  options: { kills: { type: "string", default: "20" }, fills: { type: "string", default: "4" }, seed: { type: "string", default: "1" } },
});
const kills = Number(options.kills);
const fills = Number(options.fills);
const seed = Number(options.seed);
/** Milliseconds before a kill; the first few hundred are those of opening. */
const [leastWork, mostWork] = [0, 2_500];
/** After one of so many kills the browser's own journal of names is torn too. */
const tornKills = 4;
/** Nothing in a page takes so long. */
const patience = 120_000;

/**
 * `npm run test:durability -- --kills N [--fills N] [--seed S]`: works, kills the browser, opens again and compares, N times, at times with a journal of
 * names that the kill has torn; then fills a disk of N sizes, in a profile with a disk and in one without.
 */
async function main(): Promise<void> {
  const program = provideBrowser();
  const server = await servePage("test/durability/page");
  const profile = mkdtempSync(join(tmpdir(), "portside-durability-"));
  try {
    const verdicts = await killAgainAndAgain(program, profile, server.address);
    if (verdicts.some(isWrong)) console.log(`The profile is kept: ${profile}`);
    else rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    report(verdicts, await fillDisks(program, server.address, fills));
  } finally {
    await server.close();
  }
}

/** What one life of the browser told before it was killed. */
interface Life {
  readonly acknowledged: number;
  readonly begun: number;
}

async function killAgainAndAgain(program: string, profile: string, address: string): Promise<readonly Verdict[]> {
  const judge = await createJudge(seed);
  const verdicts: Verdict[] = [];
  let life: Life = { acknowledged: 0, begun: 0 };
  for (let kill = 0; kill <= kills; kill++) {
    const browser = await startBrowser(program, profile, address);
    try {
      const known = idsAround(life);
      const found = await look(browser, { seed, known }).catch((error: unknown) => String(error));
      if (typeof found === "string") {
        console.log(`kill ${kill}: WRONG ${found}`);
        return [...verdicts, { ...well, unopened: 1 }];
      }
      const { verdict, last } = await judge.judge({ acknowledged: life.acknowledged, found, known });
      if (kill > 0) verdicts.push(verdict);
      console.log(`kill ${kill}: told ${life.acknowledged} done, ${life.begun} begun; found ${last}, ${describe(found, verdict)}`);
      if (kill === kills || isWrong(verdict)) break;
      life = await work(browser, { seed, from: last + 1, known: [] });
    } finally {
      await browser.kill();
    }
    if (kill % tornKills === 1) tearNames(profile);
  }
  return verdicts;
}

function idsAround({ acknowledged, begun }: Life): readonly string[] {
  const first = Math.max(1, acknowledged - 300);
  return Array.from({ length: begun - first + 1 }, (_, index) => `op-${first + index}`);
}

async function look(browser: KillableBrowser, order: Order): Promise<Found> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Nothing was found within ${patience} ms.`)), patience);
    void hear(browser, order, (said) => {
      if (said.type === "found") resolve(said.found);
      if (said.type === "failed") reject(new Error(said.reason));
      clearTimeout(late);
    }).catch(reject);
  });
}

async function work(browser: KillableBrowser, order: Order & { readonly from: number }): Promise<Life> {
  const life = { acknowledged: order.from - 1, begun: order.from - 1 };
  const failure = new Promise<never>((_, reject) => {
    void hear(browser, order, (said) => {
      if (said.type === "failed") reject(new Error(said.reason));
      if (said.type === "began") life.begun = said.k;
      if (said.type === "done") life.acknowledged = said.k;
    }).catch(reject);
  });
  await Promise.race([failure, pause(leastWork + Math.random() * (mostWork - leastWork))]);
  return { ...life };
}

let hearing: (said: Said) => void = () => {};
const exposed = new WeakSet<object>();

async function hear({ page }: KillableBrowser, order: Order, listener: (said: Said) => void): Promise<void> {
  hearing = listener;
  if (!exposed.has(page)) await page.exposeFunction("heard", (said: Said) => hearing(said));
  exposed.add(page);
  await page.evaluate((given) => window.order(given), order);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function isWrong({ lost, torn, half, strays, unopened }: Verdict): boolean {
  return lost + torn + half + strays + unopened > 0;
}

function describe({ lines, files, notes }: Found, verdict: Verdict): string {
  const segments = files.filter((name) => name.startsWith("segment-")).length;
  const noted = notes.length > 0 ? ` ${JSON.stringify(notes)}` : "";
  return `${lines.length} entries, ${segments} segments${noted}${isWrong(verdict) ? ` WRONG ${JSON.stringify(verdict)}` : ""}`;
}

function report(verdicts: readonly Verdict[], filled: readonly boolean[]): void {
  const sum = (key: keyof Verdict): number => verdicts.reduce((total, verdict) => total + verdict[key], 0);
  const counts = `${sum("lost")} acknowledged changes lost, ${sum("torn")} torn files, ${sum("half")} half-done batches, ${sum("strays")} strays, ${sum("unopened")} not opened`;
  const all = [...verdicts.map((verdict) => !isWrong(verdict)), ...filled];
  const passed = all.filter((each) => each).length;
  console.log(`\n${verdicts.length} kills: ${counts}`);
  console.log(`${filled.length} full disks: ${filled.filter((each) => !each).length} with faults`);
  console.log(`${passed} passed, ${all.length - passed} failed`);
  process.exitCode = passed === all.length && verdicts.length === kills ? 0 : 1;
}

await main();
