import { chromium } from "playwright";
import type { Page } from "playwright";
import { provideBrowser } from "../support/browser.ts";
import { servePage } from "./serve-page.ts";
import type { Times, Transfers } from "./rpc/page.ts";

const mostTimesBare = 2;
const warmUps = 5_000;
const rounds = 3_000;
const megabyte = 1_000_000;

/** A one-line read through the served catalog beside a bare `postMessage` round trip, and large reads beside a clone, in a built page in Chromium. */
export async function run(): Promise<boolean> {
  const server = await servePage("rpc");
  const browser = await chromium.launch({ executablePath: provideBrowser() });
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await reportTransfers(page, 1);
    await reportTransfers(page, 50);
    return await reportReads(page);
  } finally {
    await browser.close();
    await server.close();
  }
}

async function reportReads(page: Page): Promise<boolean> {
  await page.evaluate(async (count): Promise<Times> => (await window.bench).read(count), warmUps);
  const { read, bare, empty } = await page.evaluate(async (count): Promise<Times> => (await window.bench).read(count), rounds);
  const ratio = median(read) / median(bare);
  const kept = ratio <= mostTimesBare;
  console.log(`one-line read p50 ${milliseconds(median(read))}`);
  console.log(
    `postMessage round trip with an empty message p50 ${milliseconds(median(empty))}: ${(median(read) / median(empty)).toFixed(2)} times`,
  );
  console.log(`postMessage round trip with the same arguments and result p50 ${milliseconds(median(bare))}: ${ratio.toFixed(2)} times`);
  console.log(`bound ${mostTimesBare} times: ${kept ? "kept" : "missed"}`);
  return kept;
}

async function reportTransfers(page: Page, megabytes: number): Promise<void> {
  const measure = async (bytes: number): Promise<Transfers> => (await window.bench).readBytes(bytes, 9);
  const { transferred, cloned } = await page.evaluate(measure, megabytes * megabyte);
  console.log(
    `readBytes ${megabytes} MB p50 ${milliseconds(median(transferred))}; a clone of as much, one way, ${milliseconds(median(cloned))}`,
  );
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function milliseconds(time: number): string {
  return `${time.toFixed(3)} ms`;
}
