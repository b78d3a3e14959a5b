import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { strToU8, unzipSync, zipSync } from "fflate";
import { expectAccessible } from "./accessibility.ts";
import { openPlayground } from "./playground.ts";

let folder: string;

test.beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), "import-")), "garden");
  mkdirSync(join(folder, "beds"), { recursive: true });
  mkdirSync(join(folder, "node_modules/seeds"), { recursive: true });
  writeFileSync(join(folder, "plan.md"), "Dig.\n");
  writeFileSync(join(folder, "beds/roses.txt"), "red\n");
  writeFileSync(join(folder, "node_modules/seeds/index.js"), "0;\n");
});

test.afterAll(() => rmSync(join(folder, ".."), { recursive: true }));

const toast = (page: Page) => page.getByRole("complementary", { name: "Files in and out" });
const item = (page: Page, path: string) => page.locator(`[role=treeitem][data-path="${path}"]`);

async function pick(page: Page, what: string, files: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByRole("button", { name: "Import…" }).click();
  await page.getByLabel(what, { exact: true }).setInputFiles(files);
}

async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
}

function archive(files: Readonly<Record<string, string>>): { name: string; mimeType: string; buffer: Buffer } {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return { name: "garden.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(Object.fromEntries(entries))) };
}

async function expectGarden(page: Page): Promise<void> {
  await expect(toast(page)).toContainText("Imported garden/: 2 files, 9 B. Left out: 1 derived.");
  await expect(item(page, "garden/beds/roses.txt")).toBeVisible();
  await expect(item(page, "garden/node_modules")).toHaveCount(0);
  await item(page, "garden/plan.md").click();
  await expect(page.getByRole("region", { name: "garden/plan.md" })).toContainText("Dig.");
}

test("a folder that is picked comes under its name, and goes again", async ({ page }) => {
  await openPlayground(page);
  await page.getByRole("button", { name: "Import…" }).click();
  await expect(page.getByRole("dialog", { name: "Import files" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Import…" })).toBeFocused();
  await pick(page, "A folder", folder);
  await expectGarden(page);
  await expectAccessible(page);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(item(page, "garden")).toHaveCount(0);
  await expect(toast(page)).toContainText("garden/ was taken out again.");
});

test("folders and files that are dropped are imported", async ({ page }) => {
  await openPlayground(page);
  await drop(page, [folder]);
  await expectGarden(page);
  await drop(page, [join(folder, "plan.md")]);
  await expect(toast(page)).toContainText("Imported plan.md: 1 file, 5 B.");
  await expect(item(page, "plan.md")).toBeVisible();
});

test("a folder is read where browsers hand out entries, and no handles", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(DataTransferItem.prototype, "getAsFileSystemHandle"));
  await openPlayground(page);
  await drop(page, [folder]);
  await expectGarden(page);
});

test("a zip is unpacked; one that leads out of the workspace is refused as a whole, in the library's words", async ({ page }) => {
  await openPlayground(page);
  await pick(page, "A zip", archive({ "beds/tulips.txt": "white\n" }));
  await expect(toast(page)).toContainText("Imported garden.zip: 1 file, 6 B.");
  await expect(item(page, "beds/tulips.txt")).toBeVisible();
  await pick(page, "A zip", archive({ "fine.txt": "fine\n", "../escape.txt": "out\n" }));
  await expect(toast(page)).toContainText("Not done.");
  await expect(toast(page)).toContainText("../escape.txt");
  await expect(item(page, "fine.txt")).toHaveCount(0);
  await expectAccessible(page);
  await toast(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page)).toBeHidden();
});

test("an import that is cancelled changes nothing", async ({ page }) => {
  await openPlayground(page);
  await page.evaluate(() => {
    const read = File.prototype.arrayBuffer;
    const released = new Promise<void>((resolve) => Object.assign(globalThis, { release: resolve }));
    File.prototype.arrayBuffer = async function (this: File) {
      await released;
      return read.call(this);
    };
  });
  await pick(page, "A folder", folder);
  await expect(toast(page)).toContainText("Importing garden/");
  await expect(toast(page).getByRole("progressbar", { name: "Importing garden/" })).toBeVisible();
  await expectAccessible(page);
  await toast(page).getByRole("button", { name: "Cancel" }).click();
  await page.evaluate(() => (globalThis as unknown as { release(): void }).release());
  await expect(toast(page)).toContainText("Importing garden/ was cancelled; nothing was changed.");
  await expect(item(page, "garden")).toHaveCount(0);
});

test("the workspace is exported as a zip that holds its files", async ({ page }) => {
  await openPlayground(page);
  await pick(page, "A folder", folder);
  await expectGarden(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export zip" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("workspace.zip");
  const held = unzipSync(readFileSync(await download.path()));
  expect(new TextDecoder().decode(held["garden/beds/roses.txt"])).toBe("red\n");
  expect(new TextDecoder().decode(held["LICENSE"])).toContain("MIT License");
  await expect(toast(page)).toContainText("Exported");
});
