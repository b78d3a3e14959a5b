import { WebContainer } from "@webcontainer/api";
import { memfs } from "memfs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTools } from "../../src/tools/index.ts";
import { createMemfsVolume } from "../../src/volumes/memfs.ts";
import type { Capabilities } from "../../src/volumes/volume.ts";
import { bootWithin, shareWebContainer } from "../../src/volumes/webcontainer/index.ts";
import { openWorkspace, type OpenOptions } from "../../src/worker/client.ts";
import { createWorkspace } from "../../src/worker/serve.ts";
import { workspaces } from "../../src/worker/workspaces.ts";

const name = `one-of-every-kind-${crypto.randomUUID()}`;

let container: WebContainer;
let handle: FileSystemDirectoryHandle;

beforeAll(async () => {
  handle = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
  (globalThis as { WEBCONTAINER_API_IFRAME_URL?: string }).WEBCONTAINER_API_IFRAME_URL = location.origin;
  container = await bootWithin(WebContainer, {}, 60_000);
});
afterAll(async () => {
  container.teardown();
  await workspaces.delete(name);
  await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true });
});

interface Subject {
  readonly capabilities: Capabilities;
  call(tool: string, args: unknown): Promise<unknown>;
  end(): Promise<void>;
}

async function served(volume: OpenOptions["volume"]): Promise<Subject> {
  const worker = (): Worker => new Worker(new URL("../../src/worker/index.ts", import.meta.url), { type: "module" });
  const workspace = await openWorkspace({ volume, worker });
  return { capabilities: workspace.capabilities, call: (tool, args) => workspace.tools.call(tool, args), end: () => workspace.dispose() };
}

async function overMemfs(): Promise<Subject> {
  const workspace = await createWorkspace(createMemfsVolume({ memfs: memfs({}) }));
  const tools = createTools(workspace);
  return { capabilities: workspace.capabilities, call: (tool, args) => tools.call(tool, args), end: () => workspace.dispose() };
}

const kinds: Readonly<Record<string, () => Promise<Subject>>> = {
  memory: () => served({ kind: "memory" }),
  memfs: overMemfs,
  opfs: () => served({ kind: "opfs", name }),
  directory: () => served({ kind: "directory", handle }),
  webcontainer: () => served(shareWebContainer(container)),
};

const patch = `--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
-one
+ONE
 two
--- /dev/null
+++ b/src/new/c.ts
@@ -0,0 +1 @@
+three
`;

/** What a model does in a day, and what it is refused. */
const calls: readonly (readonly [tool: string, args: unknown])[] = [
  ["write", { path: "src/a.ts", content: "one\ntwo\n" }],
  ["create", { path: "src/\u00e9 \u{1F600}.txt", content: "\u00e9\r\n" }],
  ["create", { path: "src/a.ts", content: "" }],
  ["edit", { path: "src/a.ts", edits: [{ old_string: "none", new_string: "" }] }],
  ["apply_patch", { patch }],
  ["read", { path: "src/a.ts" }],
  ["read", { path: "src/missing.ts" }],
  ["grep", { pattern: "o|three" }],
  ["glob", { pattern: "**/*.ts" }],
  ["move", { source: "src/new", destination: "lib" }],
  ["move", { source: "src/a.ts", destination: "lib/c.ts" }],
  ["list", { path: "" }],
  ["tree", { path: "" }],
  ["file_count", { path: "" }],
  ["delete", { path: "src" }],
  ["delete", { path: "lib/c.ts" }],
  ["mkdir", { path: "lib/d" }],
  ["write", { path: "lib/d", content: "" }],
];

/** Versions are a volume's own, and time is nobody's. */
function comparable(result: unknown): unknown {
  const own = new Set(["version", "before", "after", "actual", "duration_ms"]);
  const text = JSON.stringify(result, (key, value: unknown) => (own.has(key) ? undefined : value));
  return JSON.parse(text.replace(/version \d+/g, "version N"));
}

function statusOf(result: unknown): unknown {
  return (result as { readonly status: unknown }).status;
}

async function answersOf(subject: Subject): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const [tool, args] of calls) answers.push(comparable(await subject.call(tool, args)));
  return answers;
}

test("every volume answers a model alike, and says by its capabilities what it cannot do [#325]", async () => {
  const answers: Record<string, readonly unknown[]> = {};
  const lacking: Record<string, string[]> = {};
  for (const [kind, open] of Object.entries(kinds)) {
    const subject = await open();
    const { symlinks, modes, atomic } = subject.capabilities;
    lacking[kind] = Object.entries({ symlinks, modes, batches: atomic === "batch" }).flatMap(([part, has]) => (has ? [] : [part]));
    answers[kind] = await answersOf(subject);
    await subject.end();
  }
  const { memory = [] } = answers;
  const rejected = [2, 3, 6, 10, 14, 17];
  expect(memory.map(statusOf)).toEqual(calls.map((_, index) => (rejected.includes(index) ? "rejected" : "ok")));
  expect(answers).toEqual(Object.fromEntries(Object.keys(kinds).map((kind) => [kind, memory])));
  const files = ["symlinks", "modes", "batches"];
  expect(lacking).toEqual({ memory: [], memfs: ["batches"], opfs: [], directory: files, webcontainer: files });
});
