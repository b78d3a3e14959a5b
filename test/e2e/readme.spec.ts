import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, test } from "@playwright/test";

const repository = join(import.meta.dirname, "../..");

/** The first code block of a section, as a reader copies it. */
function example(section: string): string {
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const code = new RegExp(`^## ${section}$[\\s\\S]*?^\`\`\`js\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(readme)?.[1];
  if (code === undefined) throw new Error(`README.md has no example under "${section}"`);
  return code;
}

const mediaTypes: Readonly<Record<string, string>> = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html" };

/** A page without any build tool: what is published, an import map, and an example. */
function pageWith(code: string): string {
  return `<!doctype html><title>example</title><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"portside": "/dist/index.js", "comlink": "/node_modules/comlink/dist/esm/comlink.mjs"}}</script>
<script type="module">${code}</script>`;
}

const first = example("In a page");
/** The second example goes on from the imports and files of the first. */
const begin = first.slice(0, first.indexOf("const workspace"));
const pages: Readonly<Record<string, string>> = {
  "/": pageWith(first),
  "/second":
    pageWith(`${begin}${example("More than one caller, and watching").replace("files } }", 'files }, worker: () => "/alone/worker.js" }')}
await reviewer.call("write", { path: "src/a.ts", content: "" });
// Unicode classes are loaded when a pattern needs them: from the worker's own file, for nothing else is beside it.
console.log((await reviewer.call("grep", { pattern: "\\\\bexport\\\\w*" })).status);
console.log("ended");`),
  "/tabs": pageWith(example("Tabs, and what stays")),
};

let server: Server;

test.beforeAll(async () => {
  execFileSync("npm", ["run", "--silent", "build"], { cwd: repository, stdio: "inherit" });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    try {
      // As a bundler leaves it: the worker copied to a place of its own.
      const file = path === "/alone/worker.js" ? "/dist/worker.js" : path;
      const body = pages[path] ?? readFileSync(join(repository, file));
      response.writeHead(200, { "content-type": mediaTypes[extname(path) || ".html"] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

test.afterAll(() => server.close());

test("the example of the README runs from plain files, in at most twelve lines", async ({ page: tab }) => {
  expect(example("In a page").trimEnd().split("\n").length).toBeLessThanOrEqual(12);
  const printed: string[] = [];
  const failures: string[] = [];
  tab.on("console", (message) => printed.push(message.text()));
  tab.on("pageerror", (error) => failures.push(String(error)));
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect.poll(() => printed.length + failures.length).toBeGreaterThanOrEqual(2);
  expect(failures).toEqual([]);
  expect(printed[0]).toMatch(/^ok .*src\/greet\.ts/);
  expect(printed[1]).toBe("export const greeting = 'Ahoy';");
});

test("the second example goes on from it", async ({ page: tab }) => {
  const printed: string[] = [];
  const failures: string[] = [];
  tab.on("console", (message) => printed.push(message.text()));
  tab.on("pageerror", (error) => failures.push(String(error)));
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/second`);
  await expect.poll(() => [...printed, ...failures].some((line) => line === "ended" || failures.length > 0)).toBe(true);
  expect(failures).toEqual([]);
  expect(printed).toContain("ok");
});

test("the example of what stays keeps its workspace, and lists it", async ({ page: tab }) => {
  const printed: string[] = [];
  const failures: string[] = [];
  tab.on("console", (message) => printed.push(message.text()));
  tab.on("pageerror", (error) => failures.push(String(error)));
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tabs`);
  await expect.poll(() => printed.length + failures.length).toBeGreaterThanOrEqual(1);
  expect(failures).toEqual([]);
  expect(printed[0]).toMatch(/^durable undefined \d+ \d+ /);
});
