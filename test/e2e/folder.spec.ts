import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { bundle } from "../../scripts/bundle.ts";

/** A folder of the disk, dropped on a page: the one way to a real folder without a dialog. It may be read, and to write would have to be asked for. */

let server: Server;
let folder: string;

test.beforeAll(async () => {
  const [script] = await bundle("test/e2e/folder/page.ts", { name: "page", whole: true });
  const html = `<!doctype html><title>folder</title><body style="height: 100px"><script type="module">${script?.code}</script>`;
  server = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  folder = mkdtempSync(join(tmpdir(), "folder-"));
  mkdirSync(join(folder, "d"));
  writeFileSync(join(folder, "a.txt"), "a");
  writeFileSync(join(folder, "d/b.txt"), "b");
  symlinkSync("a.txt", join(folder, "link"));
  symlinkSync("..", join(folder, "d/loop"));
});

test.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function drop(page: Page): Promise<void> {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 20, y: 20, data });
}

test("a real folder is shown without its links, and kept up with what other programs do", async ({ page }) => {
  await drop(page);
  const paths = await page.evaluate(async () => (await globalThis.folder).paths());
  expect(paths).toEqual(["/workspace", "/workspace/a.txt", "/workspace/d", "/workspace/d/b.txt"]);
  expect(await page.evaluate(async () => (await globalThis.folder).read("/workspace/d/b.txt"))).toBe("b");
  writeFileSync(join(folder, "d/b.txt"), "longer");
  writeFileSync(join(folder, "new.txt"), "new");
  await page.evaluate(async () => {
    const dropped = await globalThis.folder;
    await Promise.all([dropped.untilSize("/workspace/d/b.txt", 6), dropped.untilSize("/workspace/new.txt", 3)]);
  });
  expect(await page.evaluate(async () => (await globalThis.folder).read("/workspace/d/b.txt"))).toBe("longer");
});

test("a real folder that may only be read says how to ask for more", async ({ page }) => {
  await drop(page);
  const failure = await page.evaluate(async () => (await globalThis.folder).failureOf("/workspace/mine.txt", "mine"));
  expect(failure).toMatchObject({ code: "unavailable", status: "rejected", effects: [] });
  expect(JSON.stringify(failure)).toContain("grant(handle)");
});
