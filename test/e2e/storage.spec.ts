import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./accessibility.ts";
import { test } from "./lasting.ts";
import { announcement, expectReady, line, openPlayground, openTranscript, playToTheEnd } from "./playground.ts";

const write = { type: "tool_call", id: "1", name: "write", arguments: { path: "notes.txt", content: "one\n" } };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const file = (page: Page, path: string) => page.locator(`[role=treeitem][data-path="${path}"]`);
const dialog = (page: Page) => page.getByRole("dialog", { name: "Where the files are" });
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Workspaces on this device" }).getByRole("listitem").filter({ hasText: name });

async function openStorage(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Storage/ }).click();
  await expect(dialog(page)).toBeVisible();
}

async function create(page: Page, name: string): Promise<void> {
  await openStorage(page);
  await page.getByRole("textbox", { name: "Name of a new workspace" }).fill(name);
  await button(page, "Create").click();
  await expect(page.getByText(`“${name}” is kept on this device`)).toBeVisible();
  await expectReady(page);
}

async function fillName(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole("textbox", { name: label }).fill(name);
  await page.keyboard.press("Enter");
}

test("a workspace on the device outlives a reload, and what was done before it can still be taken back", async ({ page }) => {
  await openPlayground(page);
  await expect(page.getByText("In memory: gone when the tab closes.")).toBeVisible();
  await openTranscript(page, [write]);
  await create(page, "demo");
  await playToTheEnd(page);
  await expect(file(page, "notes.txt")).toBeVisible();
  await page.reload();
  await expectReady(page);
  expect(new URL(page.url()).searchParams.get("workspace")).toBe("demo");
  await expect(file(page, "notes.txt")).toBeVisible();
  await button(page, "History").click();
  const deleted = page.getByRole("treeitem", { name: "notes.txt, deleted" });
  await button(page, "Undo: write notes.txt").click();
  await expect(deleted).toBeVisible();
  await button(page, "Redo: write notes.txt").click();
  await expect(deleted).toHaveCount(0);
  await button(page, "Back to here: The beginning checkpoint").click();
  await expect(deleted).toBeVisible();
  await expect(file(page, "LICENSE")).toBeVisible();
});

test("workspaces are listed with their sizes, renamed, duplicated, and deleted when that is confirmed", async ({ page }) => {
  await openPlayground(page);
  await create(page, "demo");
  await openStorage(page);
  await expect(row(page, "demo")).toContainText(/demo ?\d+(\.\d)? MB ?open/);
  await expectAccessible(page);
  await button(page, "Rename demo").click();
  await fillName(page, "New name of demo", "better");
  await expect(row(page, "better")).toContainText("open");
  await expect(row(page, "demo")).toHaveCount(0);
  await expect(page).toHaveURL(/workspace=better$/);
  await button(page, "Duplicate better").click();
  await fillName(page, "Name of the copy of better", "copy");
  await expect(button(page, "Open copy")).toBeVisible();
  await button(page, "Duplicate better").click();
  await fillName(page, "Name of the copy of better", "copy");
  await expect(page.getByRole("alert")).toContainText('"copy" exists already');
  await expectReady(page);

  await button(page, "Delete copy").click();
  await expect(button(page, "Keep it")).toBeFocused();
  await expectAccessible(page);
  await button(page, "Keep it").click();
  await expect(button(page, "Delete for good")).toBeHidden();
  await button(page, "Delete copy").click();
  await button(page, "Delete for good").click();
  await expect(row(page, "copy")).toHaveCount(0);
  await button(page, "Delete better").click();
  await button(page, "Delete for good").click();
  await expect(page.getByText("None yet.")).toBeVisible();
  await expect(page).not.toHaveURL(/workspace=/);
});

test("two tabs work on one workspace; when one closes the other goes on", async ({ page, context }) => {
  await openPlayground(page);
  await openTranscript(page, [write]);
  await create(page, "shared");
  const second = await context.newPage();
  await second.goto(page.url());
  await expectReady(second);
  await playToTheEnd(page);
  await expect(file(second, "notes.txt")).toBeVisible();
  await openTranscript(second, [{ ...write, arguments: { path: "second.txt", content: "two\n" } }]);
  await playToTheEnd(second);
  await expect(file(page, "second.txt")).toBeVisible();
  await page.close();
  await openTranscript(second, [{ ...write, arguments: { path: "third.txt", content: "three\n" } }]);
  await playToTheEnd(second);
  await expect(line(second, 2)).toContainText("ok");
  await expect(file(second, "third.txt")).toBeVisible();
  await expect(file(second, "notes.txt")).toBeVisible();
});

test("what another tab has open is not deleted, and says so", async ({ page, context }) => {
  await openPlayground(page);
  await create(page, "shared");
  const second = await context.newPage();
  await openPlayground(second);
  await openStorage(second);
  await expect(row(second, "shared")).toContainText("open in another tab");
  await button(second, "Delete shared").click();
  await button(second, "Delete for good").click();
  await expect(second.getByRole("alert")).toContainText('The workspace "shared" is in use elsewhere. Close it there, then try again.');
  await expect(row(second, "shared")).toBeVisible();
});

test("a workspace that somebody holds is busy, which is said, and another place can be taken", async ({ page, context }) => {
  const holder = await context.newPage();
  await holder.goto("./snapshot.json");
  await holder.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request("portside:opfs:held", () => {
          held();
          return new Promise<never>(() => {});
        });
      }),
  );
  await page.goto("./?workspace=held");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText('The workspace "held" is in use elsewhere. Close it there, then try again.');
  await expectAccessible(page);
  await holder.close();
  await button(page, "Try again").click();
  await expect(page.getByText("“held” is kept on this device")).toBeVisible();
  await expectReady(page);
});

for (const promised of [true, false]) {
  test(`the browser is asked to keep the files, and its answer is shown: ${promised}`, async ({ page }) => {
    await page.addInitScript((answer) => {
      StorageManager.prototype.persist = async () => answer;
    }, promised);
    await openPlayground(page);
    await create(page, "demo");
    await openStorage(page);
    await button(page, "Ask the browser to keep it").click();
    await expect(dialog(page).getByText(promised ? "The browser has promised to keep it." : /The browser made no promise/)).toBeVisible();
    await expect(dialog(page).getByText(`“demo” is kept on this device${promised ? "." : ", unless"}`)).toBeVisible();
  });
}

test("where the browser has no storage for the page, the files are in memory, and why is said", async ({ page }) => {
  await page.route("**/worker-*.js", async (route) => {
    const response = await route.fetch();
    const blocked = 'StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("blocked", "SecurityError"));';
    await route.fulfill({ response, body: `${blocked}${await response.text()}` });
  });
  await page.goto("./?workspace=demo");
  await expectReady(page);
  await expect(page.getByText(/^Gone when the tab closes, because /)).toBeVisible();
  await expect(file(page, "LICENSE")).toBeVisible();
});

test("memfs holds the files as well, and a transcript plays on it without drift", async ({ page }) => {
  await openPlayground(page);
  await openStorage(page);
  await page.getByRole("button", { name: /^memfs/ }).click();
  await expect(dialog(page)).toBeHidden();
  await expectReady(page);
  await expect(page.getByRole("button", { name: "Storage: memfs…" })).toBeVisible();
  await playToTheEnd(page);
  await expect(announcement(page)).toHaveText("The transcript has ended, no drift");
});

test("a folder is worked in where it is, and every change is asked for", async ({ page }) => {
  await page.addInitScript(() => {
    const pick = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("mine", { create: true });
    Object.assign(globalThis, { showDirectoryPicker: pick });
  });
  await openPlayground(page);
  await openTranscript(page, [write]);
  await openStorage(page);
  await page.getByRole("button", { name: /^Choose a folder/ }).click();
  await expect(page.getByText("In your folder “mine”: every change is written there.")).toBeVisible();
  await expectReady(page);
  await expect(page.getByRole("combobox", { name: "What the model may do" })).toHaveValue("ask");
  await expect(page.getByRole("treeitem")).toHaveCount(0);
  await button(page, "Step").click();
  await button(page, "Approve").click();
  await expect(file(page, "notes.txt")).toBeVisible();
  const held = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("mine");
    return (await (await folder.getFileHandle("notes.txt")).getFile()).text();
  });
  expect(held).toBe("one\n");
});

test("a folder that may not be changed now says so, and asks again with a click", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "locked-"));
  writeFileSync(join(folder, "a.txt"), "a\n");
  // A folder that was dropped may be read, and to write would have to be asked for.
  await page.addInitScript(() => {
    const taken = new Promise((resolve) => {
      const take = (event: DragEvent): void => {
        event.preventDefault();
        event.stopImmediatePropagation();
        type Item = DataTransferItem & { getAsFileSystemHandle(): Promise<FileSystemHandle> };
        const [item] = event.dataTransfer?.items ?? [];
        resolve((item as Item).getAsFileSystemHandle());
      };
      addEventListener("drop", take, { capture: true });
    });
    Object.assign(globalThis, { showDirectoryPicker: () => taken });
    Object.assign(FileSystemHandle.prototype, { requestPermission: async () => "granted" });
  });
  await openPlayground(page);
  await openTranscript(page, [write]);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
  await openStorage(page);
  await page.getByRole("button", { name: /^Choose a folder/ }).click();
  await expect(file(page, "a.txt")).toBeVisible();
  await button(page, "Step").click();
  await button(page, "Approve").click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The browser does not let this page change");
  await expectAccessible(page);
  await alert.getByRole("button", { name: "Allow it…" }).click();
  await expect(alert).toBeHidden();
  rmSync(folder, { recursive: true });
});

test("the places on a narrow, dark screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await openPlayground(page);
  await expectNoOverflow(page);
  await openStorage(page);
  await page.getByRole("textbox", { name: "Name of a new workspace" }).fill("a workspace with quite a long name for such a screen");
  await button(page, "Create").click();
  await expectReady(page);
  await expectNoOverflow(page);
  await openStorage(page);
  await button(page, "Delete a workspace with quite a long name for such a screen").click();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
