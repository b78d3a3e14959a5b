import { defineConfig } from "@playwright/test";
import { launchOptions } from "./test/support/browser.ts";

const port = Number(process.env["PORT"] ?? 4173);
const address = `http://127.0.0.1:${port}`;

/** Those that are installed with Playwright, besides Chromium: `BROWSERS=firefox,webkit npx playwright test`. */
const others = (["firefox", "webkit"] as const).filter((name) => process.env["BROWSERS"]?.split(",").includes(name));
/** The others speak Chromium's own protocol, or start it themselves. */
const forAll = ["bundler", "page", "profiles", "readme", "replay", "worker"].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "build/playwright",
  workers: 1,
  // A busy machine may take its time; the bounds are there for what never ends.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "build/test-results/e2e.json" }]],
  use: { baseURL: address },
  projects: [
    { name: "chromium", use: { launchOptions: launchOptions() } },
    ...others.map((name) => ({ name, use: { browserName: name }, testMatch: forAll })),
  ],
  webServer: {
    command: `npm run build:page && npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: address,
    reuseExistingServer: false,
    timeout: 180_000,
  },
});
