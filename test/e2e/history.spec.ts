import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { line, openPlayground, openTranscript, playToTheEnd } from "./playground.ts";

function edit(id: string, from: string, to: string): object {
  return { type: "tool_call", id, name: "edit", arguments: { path: "LICENSE", edits: [{ old_string: from, new_string: to }] } };
}

const calls = [
  edit("1", "MIT License", "Our License"),
  { type: "tool_call", id: "2", name: "write", arguments: { path: "notes.txt", content: "one\n" } },
];

async function played(page: Page, events: readonly object[]): Promise<void> {
  await openPlayground(page);
  await openTranscript(page, events);
  await playToTheEnd(page);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const file = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true });

test("a call is taken back and brought back where it is shown", async ({ page }) => {
  await played(page, calls);
  await expect(file(page, "LICENSE, modified")).toBeVisible();
  await line(page, 2).click();
  await button(page, "Undo").click();
  await expect(page.getByText("undone", { exact: true })).toBeVisible();
  await expect(file(page, "LICENSE")).toBeVisible();
  await expect(file(page, "notes.txt, added")).toBeVisible();
  await file(page, "LICENSE").click();
  await expect(page.getByRole("region", { name: "LICENSE" })).toContainText("MIT License");
  await line(page, 2).click();
  await button(page, "Redo").click();
  await expect(file(page, "LICENSE, modified")).toBeVisible();
  await file(page, "LICENSE, modified").click();
  await expect(page.getByRole("region", { name: "LICENSE" })).toContainText("Our License");
});

test("the history lists each call, the latest first, and takes back any of them", async ({ page }) => {
  await played(page, calls);
  await button(page, "History").click();
  const rows = page.getByRole("list", { name: "Changes, the latest first" }).getByRole("listitem");
  await expect(rows).toHaveText([/^write ?notes\.txt/, /^edit ?LICENSE/]);
  await expectAccessible(page);
  await button(page, "Undo: write notes.txt").click();
  await expect(file(page, "notes.txt, added")).toHaveCount(0);
  await expect(rows.first()).toContainText("undone");
  await expectAccessible(page);
  await button(page, "Redo: write notes.txt").click();
  await expect(file(page, "notes.txt, added")).toBeVisible();
});

test("a checkpoint is a place to go back to, past all that came after it", async ({ page }) => {
  await openPlayground(page);
  await openTranscript(page, calls);
  const step = button(page, "Step");
  await step.click();
  await expect(file(page, "LICENSE, modified")).toBeVisible();
  await button(page, "History").click();
  await page.getByRole("textbox", { name: "Name of the checkpoint" }).fill("licensed");
  await page.keyboard.press("Enter");
  await expect(button(page, "Back to here: licensed checkpoint")).toBeVisible();
  await step.click();
  await expect(file(page, "notes.txt, added")).toBeVisible();
  await button(page, "Back to here: licensed checkpoint").click();
  await expect(file(page, "notes.txt, added")).toHaveCount(0);
  await expect(file(page, "LICENSE, modified")).toBeVisible();
});

test("what cannot be taken back says why, and shows what was changed since", async ({ page }) => {
  await played(page, [edit("1", "MIT License", "Our License"), edit("2", "Our License", "Their License")]);
  await button(page, "History").click();
  await button(page, "Undo: edit LICENSE").last().click();
  const refusal = page.getByRole("alert");
  await expect(refusal).toContainText('"LICENSE" has changed');
  await expect(refusal).toContainText("+Their License");
  await expectAccessible(page);
  await refusal.getByRole("button", { name: "Dismiss" }).click();
  await expect(refusal).toBeHidden();
});
