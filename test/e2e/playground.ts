import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** The page, with a sample transcript opened and ready to play at full speed. */
export async function openPlayground(page: Page, sample?: string): Promise<void> {
  await page.goto("./");
  await expectReady(page);
  if (sample !== undefined) {
    const picker = page.getByRole("combobox", { name: "Transcript" });
    await picker.selectOption(sample);
    await expectOpened(page, (await picker.locator("option:checked").textContent()) ?? "");
  }
  await page.getByRole("combobox", { name: "Speed" }).selectOption("Max");
}

/** Opens a transcript of these events from a file, as a user would. */
export async function openTranscript(page: Page, events: readonly object[], header: object = {}): Promise<void> {
  const title = "A transcript of one's own";
  await openFile(page, [{ type: "transcript", version: 1, title, ...header }, ...events].map((event) => JSON.stringify(event)).join("\n"));
  await expectOpened(page, title);
}

async function expectOpened(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("region", { name: "Step" }).getByText(title, { exact: true })).toBeVisible();
  await expectReady(page);
}

export async function openFile(page: Page, text: string): Promise<void> {
  const file = { name: "own.transcript.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) };
  await page.getByLabel("Open a transcript").setInputFiles(file);
}

export async function expectReady(page: Page): Promise<void> {
  await expect(announcement(page)).toHaveText("Ready to play", { timeout: 20_000 });
}

/** What a screen reader is told. */
export function announcement(page: Page): Locator {
  return page.getByRole("status");
}

/** The line of the transcript's file, in the list. */
export function line(page: Page, number: number): Locator {
  return page.locator(`[data-line="${number}"]`);
}

export async function playToTheEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(announcement(page)).toContainText("The transcript has ended", { timeout: 20_000 });
}

/** Lines of a and b in no order, 4 MiB of them: the same every time. */
function noise(seed: number): string {
  let state = seed;
  const lines = Array.from({ length: 65_536 }, () => {
    let text = "";
    for (let bits = 0; bits < 63; bits += 9) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      for (let bit = 0; bit < 9; bit++) text += (state >>> (16 + bit)) & 1 ? "a" : "b";
    }
    return text;
  });
  return `${lines.join("\n")}\n`;
}

/** A search that takes its time whatever the engine does: the pattern has more states than any table of them holds. */
export const longSearch = {
  files: Object.fromEntries([1, 2, 3, 4].map((number) => [`big/${number}.txt`, noise(number)])),
  call: { type: "tool_call", id: "long", name: "grep", arguments: { pattern: "[ab]*a[ab]{14}c", path: "big", output: "count" } },
} as const;
