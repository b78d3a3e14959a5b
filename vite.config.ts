import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { snapshot } from "./scripts/snapshot.ts";
import { launchOptions } from "./test/support/browser.ts";
import { webContainerStandIn } from "./test/webcontainer/plugin.ts";

/** Resolves the package's own entry points (`portside`, `portside/worker`, …) to the sources instead of dist/. */
const conditions = ["portside-source", "module", "browser", "development|production"];

const port = Number(process.env["PORT"] ?? 4173);

/** memfs is written for Node; in a page it needs these in place of Node's modules. Nothing that is published imports it. */
const modulesOfNode = {
  "node:buffer": "buffer/",
  "node:events": "events/",
  "node:path": "path-browserify",
  "node:stream": "stream-browserify",
  "node:url": "url/",
  buffer: "buffer/",
  events: "events/",
  process: "process/browser",
  stream: "stream-browserify",
};

const shared = {
  resolve: { conditions, alias: modulesOfNode },
  worker: { format: "es" },
} as const;

/** A test says what is right, not how fast: on a busy machine it may take its time. The bound is there for what never ends. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  ...shared,
  root: "playground",
  publicDir: "../public",
  plugins: [snapshot(import.meta.dirname)],
  base: "./",
  build: { outDir: "../build/page", emptyOutDir: true, manifest: true, target: "es2022" },
  preview: { port, strictPort: true },
  test: {
    root: import.meta.dirname,
    projects: [
      {
        root: import.meta.dirname,
        resolve: { conditions: ["portside-source", "module", "node", "development|production"] },
        test: {
          name: "node",
          environment: "node",
          ...patience,
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "playground/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/*.browser.test.ts", "test/browser/**", "test/e2e/**"],
        },
      },
      {
        ...shared,
        root: import.meta.dirname,
        plugins: [webContainerStandIn()],
        // A dependency found only during the run would reload the page under the tests.
        optimizeDeps: {
          include: [
            "@codemirror/state",
            "@webcontainer/api",
            "comlink",
            "comlink43",
            "diff",
            "fast-check",
            "fflate",
            "memfs",
            "zod",
            "zod/mini",
            "zod/v4/core",
          ],
        },
        test: {
          name: "chromium",
          ...patience,
          include: ["src/**/*.browser.test.ts", "test/browser/**/*.test.ts", "src/core/**/*.test.ts", "src/volumes/**/*.test.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
