import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Frame, type Page } from "@playwright/test";
import { bundle } from "../../scripts/bundle.ts";
import { startBrowser } from "../durability/browser.ts";
import { provideBrowser } from "../support/browser.ts";

/** A page as any server gives it, with no header about isolation; and the same one in a frame of a page of another origin. */

let server: Server;
let port: number;

test.beforeAll(async () => {
  const [page] = await bundle("test/e2e/embedding/page.ts", { name: "page", whole: true });
  const [worker] = await bundle("src/worker/index.ts", { name: "worker", whole: true });
  const shown = `<!doctype html><link rel="icon" href="data:,"><script type="module">${page?.code}</script>`;
  server = createServer(({ url }, response) => {
    if (url === "/worker.js") response.setHeader("Content-Type", "text/javascript").end(worker?.code);
    else response.setHeader("Content-Type", "text/html").end(url === "/" ? shown : frameOf(url === "/sandboxed"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});

test.afterAll(() => void server.close());

function frameOf(sandboxed: boolean): string {
  return `<!doctype html><iframe ${sandboxed ? 'sandbox="allow-scripts"' : ""} src="http://127.0.0.1:${port}/"></iframe>`;
}

/** In a page of "localhost", which is another site than "127.0.0.1". */
async function openFramed(page: Page, path: string): Promise<Frame> {
  await page.goto(`http://localhost:${port}${path}`);
  const frame = page.frames()[1];
  if (!frame) throw new Error("The page has no frame.");
  await frame.waitForFunction(() => "embedded" in globalThis);
  return frame;
}

function work(where: Page | Frame, volume: { readonly kind: string; readonly name?: string }): Promise<unknown> {
  return where.evaluate((given) => globalThis.embedded.work(given), volume);
}

test("without COOP and COEP a page has workspaces in memory, and such that last", async ({ page }) => {
  await page.goto(`http://127.0.0.1:${port}/`);
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  expect(await work(page, { kind: "memory" })).toBe("kept");
  expect(await work(page, { kind: "opfs", name: "plain" })).toBe("kept");
});

// Playwright's own browsers are told not to part what frames store from what pages do, and refuse it to them.
test("so does a frame in a page of another origin, which shares nothing with the page of its own", async () => {
  const browser = await startBrowser(provideBrowser(), test.info().outputPath("profile"), "about:blank");
  try {
    const frame = await openFramed(browser.page, "/framing");
    expect(await work(frame, { kind: "memory" })).toBe("kept");
    expect(await work(frame, { kind: "opfs", name: "framed" })).toBe("kept");
    await browser.page.goto(`http://127.0.0.1:${port}/`);
    expect(await browser.page.evaluate(async () => (await navigator.storage.getDirectory()).keys().next())).toEqual({ done: true });
  } finally {
    await browser.kill();
  }
});

test("a frame that the browser lets store nothing, as in a private window, says so, and has memory", async ({ page }) => {
  const frame = await openFramed(page, "/framing");
  expect(await work(frame, { kind: "memory" })).toBe("kept");
  expect(await work(frame, { kind: "opfs", name: "framed" })).toMatchObject({
    code: "unavailable",
    details: { what: "opfs", reason: "SecurityError: Storage directory access is denied." },
  });
});

test("a frame without an origin says that it may have no worker", async ({ page }) => {
  const frame = await openFramed(page, "/sandboxed");
  for (const kind of ["memory", "opfs"]) {
    expect(await work(frame, { kind, name: "sandboxed" })).toMatchObject({
      code: "unavailable",
      details: { what: `http://127.0.0.1:${port}/worker.js`, reason: expect.stringContaining("origin 'null'") },
    });
  }
});
