import { expect, test } from "vitest";
import { deviations } from "./grep/deviations.ts";
import { run } from "./grep.ts";

test("random patterns find the lines that ripgrep finds, and the spans that Rust's regex crate finds", { timeout: 120_000 }, async () => {
  const printed: string[] = [];
  await run(["--patterns", "60", "--texts", "50", "--seed", "11"], (line) => printed.push(line));
  expect(printed.at(-1)).toBe("3000 passed, 0 failed");
});

test("there are at most ten deviations, each with its reason", () => {
  expect(deviations.length).toBeLessThanOrEqual(10);
  for (const { reason } of deviations) expect(reason.length).toBeGreaterThan(20);
});
