import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, test as base } from "@playwright/test";
import { launchOptions } from "../support/browser.ts";

/** Tests in a browser with a profile on the disk: in a private window nothing lasts. */
export const test = base.extend({
  context: async ({ baseURL, viewport }, use) => {
    const profile = mkdtempSync(join(tmpdir(), "profile-"));
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions(), baseURL, viewport });
    await use(context);
    await context.close();
    rmSync(profile, { recursive: true, maxRetries: 3 });
  },
});
