import { chromium, type Page } from "playwright";
import { provideBrowser } from "../../support/browser.ts";
import { servePage } from "../serve-page.ts";
import type { WallTimes } from "./page.ts";

/** The queries in a built page in Chromium, on the small tree: wall time beside a loop over lines and RE2JS. */
export async function measureInChromium(): Promise<boolean> {
  const server = await servePage("grep");
  const browser = await chromium.launch({ executablePath: provideBrowser() });
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    console.log(`\nChromium ${browser.version()}, 6 MB; wall ms`);
    console.log(["query".padEnd(20), "ours", "by line", "re2js", "by line/ours", "re2js/ours"].join("\t"));
    return judge(await measureAll(page));
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measureAll(page: Page): Promise<readonly WallTimes[]> {
  const all: WallTimes[] = [];
  for (;;) {
    const times = await page.evaluate((index) => window.measureQuery(index), all.length);
    if (times === undefined) return all;
    const { name, ours, byLine, re2js } = times;
    const cells = [ours, byLine, re2js, byLine / ours, re2js / ours].map((value) => value.toFixed(1));
    console.log([name.padEnd(20), ...cells].join("\t"));
    all.push(times);
  }
}

function judge(all: readonly WallTimes[]): boolean {
  const mean = (of: (times: WallTimes) => number): number =>
    Math.exp(all.reduce((sum, times) => sum + Math.log(of(times)), 0) / all.length);
  const slower = mean(({ ours, re2js }) => re2js / ours);
  console.log(`geometric mean of by line/ours: ${mean(({ ours, byLine }) => byLine / ours).toFixed(2)}`);
  console.log(`geometric mean of re2js/ours, at least 10: ${slower.toFixed(2)}: ${slower >= 10 ? "kept" : "missed"}`);
  return slower >= 10;
}
