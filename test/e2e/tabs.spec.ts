import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, test } from "@playwright/test";
import type { BrowserContext, Page } from "@playwright/test";
import { takeSnapshot } from "../../scripts/snapshot.ts";
import type { OpenOptions } from "../../src/index.ts";
import { parseTranscript, replay } from "../../src/transcript/index.ts";
import { provideBrowser } from "../support/browser.ts";
import { protocols, serveTabs } from "./tabs/build.ts";

let server: Awaited<ReturnType<typeof serveTabs>>;
test.beforeAll(async () => {
  test.slow();
  server = await serveTabs();
});
test.afterAll(() => server.close());

/** A profile on a disk: only there do tabs share what a browser stores as they do for users. */
let context: BrowserContext;
let profile: string;
test.beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), "portside-tabs-"));
  // What is not local and not encrypted is not secure.
  const args = ["--host-resolver-rules=MAP insecure.test 127.0.0.1"];
  context = await chromium.launchPersistentContext(profile, { executablePath: provideBrowser(), args });
});
test.afterEach(async () => {
  await context.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

async function openTab(name = "w", path = "", options: Partial<OpenOptions> = {}): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.address}${path}`);
  expect(await page.evaluate(([workspace, given]) => window.tab.open(workspace, given), [name, options] as const)).toBeUndefined();
  return page;
}

function call(page: Page, tool: string, args: unknown, id?: string) {
  return page.evaluate(([name, given, callId]) => window.tab.call(name, given, callId), [tool, args, id] as const);
}

const read = (page: Page, path: string): Promise<string | undefined> => page.evaluate((file) => window.tab.read(file), path);
const watched = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.tab.watched());

async function crash(page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
}

test("two tabs edit the same file, and both edits are in it [#327]", async () => {
  const [a, b] = [await openTab(), await openTab()];
  await call(a, "write", { path: "f.txt", content: "one\ntwo\n" });
  const edit = (from: string, to: string) => ({ path: "f.txt", edits: [{ old_string: from, new_string: to }] });
  const results = await Promise.all([call(a, "edit", edit("one", "ONE")), call(b, "edit", edit("two", "TWO"))]);
  expect(results.map(({ status }) => status)).toEqual(["ok", "ok"]);
  for (const page of [a, b]) {
    expect(await read(page, "f.txt")).toBe("ONE\nTWO\n");
    await expect.poll(() => watched(page)).toEqual(["f.txt", "f.txt", "f.txt"]);
  }
});

for (const name of ["failed-edit", "refactoring", "tour"]) {
  test(`the transcript ${name} plays with its calls made in two tabs in turn`, async () => {
    const text = readFileSync(new URL(`../../public/transcripts/${name}.transcript.jsonl`, import.meta.url), "utf8");
    const parsed = parseTranscript(text);
    if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
    const pages = [await openTab(), await openTab()] as const;
    await pages[0].evaluate((files) => window.tab.importFiles(files), takeSnapshot(join(import.meta.dirname, "../..")));
    let calls = 0;
    const target = {
      tools: { call: (tool: string, args: unknown, { id }: { readonly id: string }) => call(pages[calls++ % 2] as Page, tool, args, id) },
      readFile: (path: string) => read(pages[1], path),
      listFiles: () => pages[1].evaluate(() => window.tab.list()),
    };
    const drift: unknown[] = [];
    for await (const event of replay(parsed.transcript, target))
      if ("drift" in event && Array.isArray(event.drift)) drift.push(...event.drift);
    expect(drift).toEqual([]);
    expect(calls).toBeGreaterThan(5);
  });
}

test("a folder's handle and a zip go through the tab that has the files", async () => {
  const [a, b] = [await openTab(), await openTab()];
  await b.evaluate(() => window.tab.importFolder("folder", "of-a-folder.txt"));
  expect(await read(a, "of-a-folder.txt")).toBe("of-a-folder.txt");
  await b.evaluate(() => window.tab.importZipOfItself("copy"));
  expect(await read(a, "copy/of-a-folder.txt")).toBe("of-a-folder.txt");
});

test("when the owner closes, the other tab takes over: its watch and its catalog go on", async () => {
  const [a, b] = [await openTab(), await openTab()];
  await call(a, "write", { path: "a.txt", content: "of a" });
  await a.evaluate(() => window.tab.close());
  expect(await read(b, "a.txt")).toBe("of a");
  await call(b, "write", { path: "b.txt", content: "of b" });
  await expect.poll(() => watched(b)).toEqual(["a.txt", "reset", "b.txt"]);
  const c = await openTab();
  expect(await read(c, "b.txt")).toBe("of b");
});

for (const [how, end] of [
  ["is closed", (page: Page) => page.close()],
  ["is loaded again", async (page: Page) => void (await page.reload())],
  ["crashes", crash],
] as const) {
  test(`when the owner's page ${how} while another tab changes files, no change is lost and none is made twice`, async () => {
    const [a, b] = [await openTab(), await openTab()];
    const many = 60;
    await call(a, "write", { path: "log.txt", content: "end\n" });
    await b.evaluate((count) => {
      const line = (k: number) => ({ path: "log.txt", edits: [{ old_string: "end", new_string: `line ${k}\nend` }] });
      window.tab.begin(Array.from({ length: count }, (_, k) => ["edit", line(k)] as const));
    }, many);
    await expect.poll(() => read(a, "log.txt")).toContain("line 3\n");
    await end(a);
    const answers = await b.evaluate(() => window.tab.answers());
    const lines = (await read(b, "log.txt"))?.split("\n") ?? [];
    answers.forEach(({ status, text }, k) => {
      expect(status, text).toBe("ok");
      expect(lines.filter((line) => line === `line ${k}`)).toHaveLength(1);
    });
    expect(lines).toHaveLength(many + 2);
  });
}

test("a tab that was killed leaves nothing behind in the owner, and may come again", async () => {
  const [a, b] = [await openTab(), await openTab()];
  await call(b, "write", { path: "b.txt", content: "of b" });
  await crash(b);
  expect(await call(a, "edit", { path: "b.txt", edits: [{ old_string: "of b", new_string: "of a" }] })).toMatchObject({ status: "ok" });
  const again = await openTab();
  expect(await read(again, "b.txt")).toBe("of a");
  const presences = await a.evaluate(async () =>
    (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith("portside:guest:")),
  );
  expect(presences).toHaveLength(1);
});

test("two builds that speak different protocols do not meet: the second says so, naming both", async () => {
  await openTab();
  const other = await context.newPage();
  await other.goto(`${server.address}next/`);
  expect(await other.evaluate(() => window.tab.open("w"))).toMatchObject({
    code: "unavailable",
    details: { reason: `it speaks protocol ${protocols.this}, this page ${protocols.next}`, remedy: expect.stringMatching(/./) },
  });
});

test("workspaces are listed, duplicated, renamed and removed, but not while a tab has them open", async () => {
  const [a, b] = [await openTab("one"), await openTab("one")];
  await call(a, "write", { path: "a.txt", content: "kept" });
  const facts = await a.evaluate(() => window.tab.facts());
  expect(facts).toMatchObject({ persistence: { kind: "durable", granted: expect.any(Boolean) }, notes: [] });
  const { contents, stored } = await b.evaluate(() => window.tab.usage());
  expect(contents).toBe(4);
  expect(stored).toBeGreaterThan(4);
  const busy = { code: "workspace_busy", details: { workspace: "one" } };
  expect(await b.evaluate(() => window.tab.workspaces("delete", "one"))).toMatchObject(busy);
  expect(await b.evaluate(() => window.tab.workspaces("rename", "one", "two"))).toMatchObject(busy);
  expect(await b.evaluate(() => window.tab.workspaces("list"))).toEqual([{ name: "one", bytes: expect.any(Number), open: true }]);
  for (const page of [a, b]) await page.evaluate(() => window.tab.close());
  await b.evaluate(() => window.tab.workspaces("duplicate", "one", "two"));
  await b.evaluate(() => window.tab.workspaces("rename", "two", "Zwei \u00fc"));
  await b.evaluate(() => window.tab.workspaces("delete", "one"));
  expect(await b.evaluate(() => window.tab.workspaces("list"))).toMatchObject([{ name: "Zwei \u00fc", open: false }]);
  expect(await read(await openTab("Zwei \u00fc"), "a.txt")).toBe("kept");
});

test("an owner that does not answer is busy, and when it goes on the other tab works", async () => {
  const a = await openTab();
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let hear = (): void => {};
  const frozen = new Promise<void>((resolve) => (hear = resolve));
  await context.route("**/held", async (route) => {
    hear();
    await held;
    await route.fulfill({ body: "" });
  });
  const thawed = a.workers()[0]?.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open("GET", `${location.origin}/held`, false);
    request.send();
  });
  await frozen;
  const b = await context.newPage();
  await b.goto(server.address);
  const open = () => b.evaluate(() => window.tab.open("w", { volume: { kind: "opfs", name: "w", wait: 500 } }));
  expect(await open()).toMatchObject({ code: "workspace_busy", details: { workspace: "w", remedy: expect.stringMatching(/./) } });
  goOn();
  await thawed;
  await expect.poll(open).toBeUndefined();
});

test("on a page that is not secure nothing lasts: it says why, or works in memory where the host wants that", async () => {
  const page = await context.newPage();
  await page.goto(server.address.replace("127.0.0.1", "insecure.test"));
  const reason = "the page is not secure";
  expect(await page.evaluate(() => window.tab.open("w"))).toMatchObject({ code: "unavailable", details: { what: "opfs", reason } });
  expect(await page.evaluate(() => window.tab.open("w", { fallback: "memory" }))).toBeUndefined();
  await call(page, "write", { path: "a.txt", content: "kept for now" });
  expect(await read(page, "a.txt")).toBe("kept for now");
  expect(await page.evaluate(() => window.tab.facts())).toEqual({ persistence: { kind: "memory", reason }, notes: [] });
});

test("when the owner's page is left, and kept for going back, the other tab takes over; gone back to, it works again", async () => {
  await context.close();
  const ignoreDefaultArgs = ["--disable-back-forward-cache"];
  context = await chromium.launchPersistentContext(profile, { executablePath: provideBrowser(), ignoreDefaultArgs });
  const a = await openTab();
  await call(a, "write", { path: "a.txt", content: "of a" });
  const b = await openTab("w", "", { timeouts: { ping: 1e8 } }); // no ping is what helps it
  await a.goto(`${server.address}next/`);
  expect(await read(b, "a.txt")).toBe("of a");
  await call(b, "write", { path: "b.txt", content: "of b" });
  await a.goBack({ waitUntil: "commit" });
  expect(await read(a, "b.txt")).toBe("of b");
});
