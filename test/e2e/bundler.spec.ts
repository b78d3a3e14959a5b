import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { build, preview, type PreviewServer } from "vite";

const repository = join(import.meta.dirname, "../..");

/** A page of somebody's who has installed the package and bundles with Vite: nothing is told to the bundler. */
const main = `
import { openWorkspace } from "portside";
import { definitions } from "portside/definitions";
const workspace = await openWorkspace({ volume: { kind: "memory" } });
await workspace.write({ path: "src/a.ts", content: "export const é = 1;\\n" });
const found = await workspace.tools.call("grep", { pattern: String.raw\`\\bconst\\s+\\w+\`, file_type: "ts" });
const letters = await workspace.tools.call("grep", { pattern: String.raw\`\\p{Latin}+ = 1\` });
const text = await workspace.fs.readFile("src/a.ts", "utf8");
document.title = [found.status, found.data.lines.length, letters.data.lines.length, text.length, definitions.default.length > 0].join(" ");
`;

let folder: string;
let server: PreviewServer;

test.beforeAll(async () => {
  execFileSync("npm", ["run", "--silent", "build"], { cwd: repository, stdio: "inherit" });
  folder = mkdtempSync(join(tmpdir(), "portside-bundler-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(repository, join(folder, "node_modules/portside"));
  writeFileSync(join(folder, "main.js"), main);
  writeFileSync(join(folder, "index.html"), '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>');
  const settings = { root: folder, configFile: false, logLevel: "error" } as const;
  await build({ ...settings, build: { target: "es2022" } });
  server = await preview({ ...settings, preview: { host: "127.0.0.1", port: 0 } });
});

test.afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test("a bundler finds the worker, its lazy parts and the file view by itself", async ({ page }) => {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  page.on("console", (message) => message.type() === "error" && failures.push(message.text()));
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  // One line is found by each search, the second by a table of scripts; the text is 20 units long.
  await expect(page).toHaveTitle("ok 1 1 20 true");
  expect(failures).toEqual([]);
});
