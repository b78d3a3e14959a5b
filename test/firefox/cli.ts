import { rmSync } from "node:fs";
import { build, preview, type PreviewServer } from "vite";
import { startFirefox } from "./browser.ts";
import type { Outcome, Suite } from "./page/messages.ts";

const suites: readonly Suite[] = [
  { of: "storage", volume: "memory" },
  { of: "ports", volume: "memory" },
  { of: "storage", volume: "opfs" },
  { of: "ports", volume: "opfs" },
];

const output = `build/firefox-${process.pid}`;
const settings = { root: "test/firefox/page", configFile: false, logLevel: "error", worker: { format: "es" } } as const;

/** `npm run test:firefox`: the suites of storage and of every port, in memory and on the private file system, in Firefox. Skips where there is none. */
async function main(): Promise<void> {
  const browser = await startFirefox();
  if (typeof browser === "string") return console.log(`skipped: ${browser}`);
  const server = await servePage();
  try {
    const page = await browser.newPage();
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await page.waitForFunction("'runSuite' in globalThis");
    const outcomes: Outcome[] = [];
    for (const suite of suites) {
      const outcome = (await page.evaluate(`runSuite(${JSON.stringify(suite)})`)) as Outcome;
      console.log([`${suite.of} over ${suite.volume}: ${outcome.passed} passed`, ...outcome.failed].join("\n  failed: "));
      outcomes.push(outcome);
    }
    report(outcomes);
  } finally {
    await browser.close();
    await server.close();
    rmSync(output, { recursive: true, force: true });
  }
}

async function servePage(): Promise<PreviewServer> {
  const outDir = `../../../${output}`;
  await build({ ...settings, build: { outDir, emptyOutDir: true, target: "es2022" } });
  return preview({ ...settings, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
}

function report(outcomes: readonly Outcome[]): void {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed.length, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
