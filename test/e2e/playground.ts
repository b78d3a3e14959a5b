import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** The page, with a sample transcript opened and ready to play at full speed. */
export async function openPlayground(page: Page, sample?: string): Promise<void> {
  await page.goto("./");
  await expectReady(page);
  if (sample !== undefined) {
    await page.getByRole("combobox", { name: "Transcript" }).selectOption(sample);
    await expectReady(page);
  }
  await page.getByRole("combobox", { name: "Speed" }).selectOption("Max");
}

/** Opens a transcript of these events from a file, as a user would. */
export async function openTranscript(page: Page, events: readonly object[]): Promise<void> {
  await openFile(page, [{ type: "transcript", version: 1 }, ...events].map((event) => JSON.stringify(event)).join("\n"));
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

/** A search that takes seconds: no literal to look for, over 48 MB in files made for it. */
export const longSearch = {
  files: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`big/${index}.txt`, "some words and no number at all\n".repeat(131_072)])),
  call: { type: "tool_call", id: "long", name: "grep", arguments: { pattern: "[a-z]+ [a-z]+ [a-z]+[0-9]{3}", path: "big", output: "count" } },
} as const;
