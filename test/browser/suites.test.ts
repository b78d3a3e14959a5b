import { WebContainer } from "@webcontainer/api";
import { afterAll, beforeAll, describe, test } from "vitest";
import { portCases } from "../../src/conformance/ports.ts";
import { registerCases } from "../../src/conformance/suite.ts";
import { bootWithin } from "../../src/volumes/webcontainer/boot.ts";
import { shareWebContainer } from "../../src/volumes/webcontainer/share.ts";
import { openWorkspace, type OpenOptions } from "../../src/worker/client.ts";
import { workspaces } from "../../src/worker/workspaces.ts";

const home = `suites-${crypto.randomUUID()}`;
let made = 0;

let worker: Worker;
let container: WebContainer;
let folders: FileSystemDirectoryHandle;

beforeAll(async () => {
  worker = new Worker(new URL("./workers/serving.ts", import.meta.url), { type: "module" });
  folders = await (await navigator.storage.getDirectory()).getDirectoryHandle(home, { create: true });
  (globalThis as { WEBCONTAINER_API_IFRAME_URL?: string }).WEBCONTAINER_API_IFRAME_URL = location.origin;
  container = await bootWithin(WebContainer, {}, 60_000);
});
afterAll(async () => {
  worker.terminate();
  container.teardown();
  await (await navigator.storage.getDirectory()).removeEntry(home, { recursive: true });
  for (const { name } of await workspaces.list()) if (name.startsWith(home)) await workspaces.delete(name);
});

async function emptyContainer(): Promise<OpenOptions["volume"]> {
  for (const name of await container.fs.readdir(".")) await container.fs.rm(name, { recursive: true });
  return shareWebContainer(container);
}

/** A fresh and empty one each time. */
const volumes: Readonly<Record<string, () => OpenOptions["volume"] | Promise<OpenOptions["volume"]>>> = {
  memory: () => ({ kind: "memory" }),
  memfs: () => ({ kind: "memfs" }),
  opfs: () => ({ kind: "opfs", name: `${home}-${made++}` }),
  directory: async () => ({ kind: "directory", handle: await folders.getDirectoryHandle(String(made++), { create: true }) }),
  "a container's stand-in": emptyContainer,
};

/** As a page has it: another thread, and everything is cloned on its way. */
function connect(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(port2, [port2]);
  return port1;
}

const runner = { test, skip: (name: string) => test.skip(name, () => {}) };

for (const [kind, volume] of Object.entries(volumes)) {
  describe(`a workspace over ${kind}, in a worker`, () => {
    for (const [port, cases] of Object.entries(portCases)) {
      describe(port, () => {
        registerCases({
          cases: cases.map(({ name, run }) => ({ name: `${name} [#325]`, run })),
          open: async () => openWorkspace({ volume: await volume(), worker: connect }),
          runner,
        });
      });
    }
  });
}
