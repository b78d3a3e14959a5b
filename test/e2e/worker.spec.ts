import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { announcement, expectReady, line, longSearch, openFile, openPlayground, openTranscript, playToTheEnd } from "./playground.ts";

/** Lets a test end the page's workers, as a crash would. */
async function recordWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    const Own = globalThis.Worker;
    globalThis.Worker = class extends Own {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        workers.push(this);
      }
    };
    Object.assign(globalThis, { endWorkers: () => workers.forEach((worker) => worker.terminate()) });
  });
}

async function endWorkers(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { endWorkers(): void }).endWorkers());
}

async function openLongSearch(page: Page): Promise<void> {
  test.slow(); // megabytes have to come into the page first
  const events = [
    { type: "transcript", version: 1, workspace: { files: { ...longSearch.files, "a.txt": "one\n" } } },
    longSearch.call,
    { type: "tool_call", id: "next", name: "read", arguments: { path: "a.txt" } },
    { type: "expect", toolCallId: "next", status: "ok", data: { content: "one" } },
  ];
  await openFile(page, events.map((event) => JSON.stringify(event)).join("\n"));
  await expect(page.getByText("5 files", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expectReady(page);
}

test("a call aborted from the page stops in the worker, which then serves the next", async ({ page }) => {
  await openPlayground(page);
  await openLongSearch(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Abort" }).click();
  await expect(line(page, 2)).toContainText("aborted", { timeout: 60_000 }); // at the next 1 MiB, however long that takes here
  await expect(announcement(page)).toHaveText("The transcript has ended, no drift");
  await line(page, 2).click();
  await expect(page.getByRole("tabpanel")).toContainText("The call was stopped");
});

test("when the worker dies, running calls are answered, and reopening begins again", async ({ page }) => {
  await recordWorkers(page);
  await openPlayground(page);
  await openLongSearch(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Abort" })).toBeVisible();
  await endWorkers(page);
  await expect(page.getByRole("alert")).toContainText("The worker has stopped.");
  await expect(line(page, 2)).toContainText("unavailable");

  await page.getByRole("button", { name: "Reopen" }).click();
  await expectReady(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Abort" }).click();
  await expect(announcement(page)).toHaveText("The transcript has ended, no drift", { timeout: 60_000 });
});

test("a reopened workspace has its first files again", async ({ page }) => {
  await recordWorkers(page);
  await openPlayground(page);
  await openTranscript(page, [
    { type: "tool_call", id: "1", name: "create", arguments: { path: "new.txt", content: "" } },
    { type: "expect", toolCallId: "1", status: "ok" },
    { type: "expect", files: { "new.txt": "" } },
  ]);
  await playToTheEnd(page);
  await expect(page.getByRole("treeitem", { name: "new.txt, added" })).toBeVisible();
  await endWorkers(page);
  await page.getByRole("button", { name: "Reopen" }).click();
  await expectReady(page);
  await expect(page.getByRole("treeitem", { name: "new.txt" })).toHaveCount(0);
  await playToTheEnd(page);
  await expect(announcement(page)).toHaveText("The transcript has ended, no drift");
});

test("a worker that cannot be loaded is said, and can be tried again", async ({ page }) => {
  await page.route(/worker-.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("./");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The workspace could not be opened.");
  await page.unroute(/worker-.*\.js$/);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expectReady(page);
});
