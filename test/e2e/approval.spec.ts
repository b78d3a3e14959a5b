import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./accessibility.ts";
import { announcement, line, openPlayground, openTranscript } from "./playground.ts";

const edit = {
  type: "tool_call",
  id: "edit",
  name: "edit",
  arguments: { path: "LICENSE", edits: [{ old_string: "MIT License", new_string: "Our License" }] },
};

function write(id: string, path: string): object {
  return { type: "tool_call", id, name: "write", arguments: { path, content: `${id}\n` } };
}

async function ask(page: Page, events: readonly object[], header: object = {}): Promise<void> {
  await openPlayground(page);
  await openTranscript(page, events, header);
  await page.getByRole("combobox", { name: "What the model may do" }).selectOption("ask");
}

const card = (page: Page) => page.getByRole("region", { name: / wants to / });
const approve = (page: Page) => card(page).getByRole("button", { name: "Approve", exact: true });
const step = (page: Page) => page.getByRole("button", { name: "Step", exact: true });

test("a change waits with the diff that was computed, takes the focus, and gives it back when it is approved", async ({ page }) => {
  await ask(page, [edit, write("1", "a.txt")]);
  await step(page).click();
  await expect(card(page).getByRole("heading", { level: 2 })).toHaveText("edit wants to change LICENSE");
  await expect(card(page).getByRole("heading", { level: 2 })).toBeFocused();
  await expect(card(page).locator(".removed", { hasText: "MIT License" })).toBeVisible();
  await expect(card(page).locator(".added", { hasText: "Our License" })).toBeVisible();
  await expect(announcement(page)).toHaveText("edit waits for your approval: LICENSE");
  await expectAccessible(page);
  await approve(page).click();
  await expect(line(page, 2)).toContainText("ok");
  await expect(card(page)).toBeHidden();
  await expect(step(page)).toBeFocused();
  await expect(page.getByRole("treeitem", { name: "LICENSE, modified" })).toBeVisible();
});

test("a denial changes nothing, and its reason is what the model reads", async ({ page }) => {
  await ask(page, [edit]);
  await step(page).click();
  await page.getByRole("textbox", { name: "Reason, which the model reads" }).fill("The license stays as it is.");
  await page.keyboard.press("Enter");
  await line(page, 2).click();
  await page.getByRole("tab", { name: "What the model saw" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("The license stays as it is.");
  await expect(page.getByText("rejected: permission_denied", { exact: true })).toBeVisible();
  await expect(page.getByRole("treeitem", { name: "LICENSE", exact: true })).toBeVisible();
});

test("an approval for the folder holds below it, and nowhere else", async ({ page }) => {
  await ask(page, [write("1", "src/a.txt"), write("2", "src/core/b.txt"), write("3", "docs/c.txt")]);
  await step(page).click();
  await card(page).getByRole("button", { name: "Approve for src/ and below" }).click();
  await expect(line(page, 2)).toContainText("ok");
  await step(page).click();
  await expect(line(page, 3)).toContainText("ok");
  await step(page).click();
  await expect(card(page).getByRole("heading", { level: 2 })).toHaveText("write wants to change docs/c.txt");
});

test("what is deleted or moved is named, also where there is no mode that lets it pass", async ({ page }) => {
  await ask(page, [{ type: "tool_call", id: "1", name: "delete", arguments: { path: "LICENSE" } }]);
  await page.getByRole("combobox", { name: "What the model may do" }).selectOption("allow");
  await step(page).click();
  await expect(card(page).getByRole("heading", { level: 2 })).toHaveText("delete wants to delete LICENSE");
  await expect(card(page).getByRole("listitem")).toHaveText("delete LICENSE file");
});

test("secrets are asked for before they are read; calls that were made at once wait one after the other", async ({ page }) => {
  const read = (id: string, path: string) => ({ type: "tool_call", id, name: "read", arguments: { path }, group: "g" });
  await ask(page, [read("1", ".env"), read("2", ".env.local")], { workspace: { files: { ".env": "A=1\n", ".env.local": "B=2\n" } } });
  await step(page).click();
  await expect(card(page).getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(card(page).getByRole("heading", { level: 2 })).toHaveText("read wants to read .env");
  await approve(page).click();
  await expect(card(page).getByText("1 of 2", { exact: true })).toBeHidden();
  await expect(card(page).getByRole("heading", { level: 2 })).toBeFocused();
  await approve(page).click();
  await expect(card(page)).toBeHidden();
  await expect(line(page, 2)).toContainText("ok");
  await expect(line(page, 3)).toContainText("ok");
});

test("who stops the call, or begins again, is asked no longer", async ({ page }) => {
  await ask(page, [edit]);
  await step(page).click();
  await page.getByRole("button", { name: "Abort" }).click();
  await expect(card(page)).toBeHidden();
  await expect(line(page, 2)).not.toContainText("ok");
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(announcement(page)).toHaveText("Ready to play");
  await step(page).click();
  await expect(card(page)).toBeVisible();
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(card(page)).toBeHidden();
  await expect(announcement(page)).toHaveText("Ready to play");
});

test("the card on a narrow, dark screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await ask(page, [edit]);
  await page.getByRole("tab", { name: "Transcript" }).click();
  await step(page).click();
  await expect(approve(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
