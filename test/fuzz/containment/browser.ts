import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { provideBrowser } from "../../support/browser.ts";
import { servePage } from "../../support/serve-page.ts";
import type { ContainmentOrder, ContainmentReport } from "./fuzz.ts";

/** Makes the tries in Chromium, in a profile on a disk. */
export async function fuzzInBrowser(order: ContainmentOrder): Promise<ContainmentReport> {
  const server = await servePage("test/fuzz/containment/page");
  const profile = mkdtempSync(join(tmpdir(), "portside-containment-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath: provideBrowser() });
  try {
    const page = await context.newPage();
    await page.goto(server.address);
    const report = await page.evaluate((given) => window.fuzz(given), order);
    return { ...report, byTool: new Map(report.byTool) };
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
