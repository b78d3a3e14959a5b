import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright";
import type { FullDiskOrder, Said } from "./page/messages.ts";

/** The least a volume needs to be made at all is about 7 MB, since a browser keeps a megabyte for every open file. */
const leastBytes = 7_500_000;
/** No divisor of any size the log knows: the disk is full at another step each time. */
const stepBytes = 613_000;

/** Fills, clears and fills again a volume on disks of so many sizes; true for each that went well. */
export async function fillDisks(program: string, address: string, count: number): Promise<readonly boolean[]> {
  const sizes = Array.from({ length: count }, (_, index) => leastBytes + index * stepBytes);
  return [...(await onDisk(program, address, sizes)), ...(await inRam(program, address, sizes))];
}

async function onDisk(program: string, address: string, sizes: readonly number[]): Promise<readonly boolean[]> {
  const profile = mkdtempSync(join(tmpdir(), "portside-full-disk-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath: program });
  try {
    return await fillAll("a profile on a disk", context, address, sizes);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function inRam(program: string, address: string, sizes: readonly number[]): Promise<readonly boolean[]> {
  const browser = await chromium.launch({ executablePath: program });
  try {
    return await fillAll("an incognito profile", await browser.newContext(), address, sizes);
  } finally {
    await browser.close();
  }
}

async function fillAll(where: string, context: BrowserContext, address: string, sizes: readonly number[]): Promise<readonly boolean[]> {
  const page = await context.newPage();
  await page.goto(address);
  const protocol = await context.newCDPSession(page);
  const results: boolean[] = [];
  let hear: (said: Said) => void = () => {};
  await page.exposeFunction("heard", (said: Said) => hear(said));
  for (const [index, quotaSize] of sizes.entries()) {
    await protocol.send("Storage.overrideQuotaForOrigin", { origin: new URL(address).origin, quotaSize });
    const order = { volume: `full-${index}`, fileBytes: 100_000, segmentBytes: index % 2 === 0 ? 3_145_728 : 524_288, rounds: 2 };
    const said = await answerTo(page, order, (listener) => (hear = listener));
    const { faults, full } = said.type === "filled" ? said : { faults: [JSON.stringify(said)], full: 0 };
    const verdict = faults.length === 0 ? `well, ${full} refusals` : faults.join("; ");
    console.log(`${where} with room for ${quotaSize} bytes: ${verdict}`);
    results.push(faults.length === 0);
  }
  return results;
}

function answerTo(page: Page, order: FullDiskOrder, listen: (listener: (said: Said) => void) => void): Promise<Said> {
  return new Promise((resolve, reject) => {
    listen(resolve);
    page.evaluate((given) => window.order(given), order).catch(reject);
  });
}
