import { createRequire } from "node:module";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** WCAG 2.0 to 2.2, A and AA, and axe's best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: axePath });
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** Nothing reaches over the side of a narrow screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBe(0);
}
