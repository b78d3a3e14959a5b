import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./accessibility.ts";
import { announcement, openPlayground, playToTheEnd } from "./playground.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`no accessibility violations, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openPlayground(page, "refactoring");
    await expectAccessible(page);
    await playToTheEnd(page);
    await expectAccessible(page);
    for (const call of ["ok apply_patch", "patch_conflict apply_patch", "ok grep"]) {
      await page.getByRole("button", { name: call }).last().click();
      for (const tab of await page.getByRole("tab", { name: /Diff|Input|Result|What/ }).all()) {
        await tab.click();
        await expectAccessible(page);
      }
    }
    await page.getByRole("treeitem", { name: "LICENSE" }).click();
    await expect(page.getByRole("region", { name: "LICENSE" })).toBeVisible();
    await expectAccessible(page);
  });
}

test("on a narrow screen one pane shows at a time, chosen by tabs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPlayground(page, "failed-edit");
  await playToTheEnd(page);
  const pane = (name: string) => page.getByRole("region", { name, exact: true });
  await page.getByRole("tab", { name: "Transcript" }).click();
  await expect(pane("Transcript")).toBeVisible();
  await expect(pane("Step")).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: "edit_not_unique edit" }).click();
  await expect(pane("Step").getByRole("heading", { name: "edit" })).toBeVisible();
  await expect(pane("Transcript")).toBeHidden();
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("treeitem", { name: "theme.ts, added" }).click();
  await expect(page.getByRole("region", { name: "examples/theme.ts" })).toBeVisible();
  await expect(pane("Files")).toBeHidden();
  await expectNoOverflow(page);
});

test("the keyboard plays, steps, and walks the file tree", async ({ page }) => {
  await openPlayground(page);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("½×");
  await page.locator("body").click({ position: { x: 640, y: 640 } });
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Step 1 of 24", { exact: true })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();

  const tree = page.getByRole("tree", { name: "Files" });
  const item = (name: string) => tree.getByRole("treeitem", { name, exact: true });
  await item("docs").focus();
  await page.keyboard.press("End");
  await expect(item("vite.config.ts")).toBeFocused();
  await page.keyboard.press("s");
  await page.keyboard.press("s");
  await expect(item("src")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(item("src")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(tree.locator('[aria-level="2"]').first()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(item("src")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(item("src")).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Home");
  await expect(item("docs")).toBeFocused();
  await page.keyboard.press("l");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "LICENSE" })).toContainText("MIT License");
});

test("each step is announced", async ({ page }) => {
  await openPlayground(page, "failed-edit");
  const step = page.getByRole("button", { name: "Step", exact: true });
  await step.click();
  await expect(announcement(page)).toHaveText("Step 1 of 19: user: Make a theme file with a light and a dark palette.");
  await step.click();
  await expect(announcement(page)).toHaveText("Step 2 of 19: create examples/theme.ts, ok");
});

test("nothing is asked of another origin, and nothing moves while the page loads", async ({ page, baseURL }) => {
  const origins = new Set<string>();
  page.on("request", (request) => void origins.add(new URL(request.url()).origin));
  await page.addInitScript(() => {
    let shift = 0;
    Object.assign(globalThis, { layoutShift: () => shift });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openPlayground(page);
  const shift = await page.evaluate(() => (globalThis as unknown as { layoutShift(): number }).layoutShift());
  expect(shift).toBeLessThanOrEqual(0.02);
  await playToTheEnd(page);
  expect([...origins]).toEqual([new URL(baseURL ?? "").origin]);
});
