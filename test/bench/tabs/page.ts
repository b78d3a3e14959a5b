import { openWorkspace } from "../../../src/worker/client.ts";
import type { RemoteWorkspace } from "../../../src/worker/client.ts";

export interface Tab {
  /** `files` are put there first, with 2 KB each. */
  open(files?: number): Promise<void>;
  /** Milliseconds of each of so many one-line reads. */
  read(count: number): Promise<readonly number[]>;
  /** Reads all the time from now on, until `longestWait`. */
  keepReading(): void;
  /** For an answer, in milliseconds, until this tab has the files itself. */
  longestWait(): Promise<number>;
}

declare global {
  interface Window {
    benchTab: Tab;
  }
}

const worker = (): Worker => new Worker(new URL("../../../src/worker/index.ts", import.meta.url), { type: "module" });
const content = "x".repeat(2_048);

let workspace: RemoteWorkspace;
const readOnce = () => workspace.tools.call("read", { path: "line.txt" });

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

let longest = 0;
let reading: Promise<void>;
let isOwner = false;

async function keepReading(): Promise<void> {
  while (!isOwner) longest = Math.max(longest, await timeOf(readOnce));
}

/** Has this tab the lock of the workspace's owner? */
async function ownsIt(): Promise<boolean> {
  const { held = [] } = await navigator.locks.request("bench", () => navigator.locks.query());
  const holder = (wanted: string): string | undefined => held.find(({ name }) => name === wanted)?.clientId;
  return holder("portside:owner:bench") === holder("bench");
}

window.benchTab = {
  async open(files = 0) {
    workspace = await openWorkspace({ volume: { kind: "opfs", name: "bench" }, worker });
    if (files === 0) return;
    const many = Array.from({ length: files }, (_, index) => [`${index % 100}/${index}.txt`, content] as const);
    await workspace.importTree({ source: { files: Object.fromEntries([["line.txt", "one line\n"], ...many]) } });
  },
  async read(count) {
    const times: number[] = [];
    for (let made = 0; made < count; made++) times.push(await timeOf(readOnce));
    return times;
  },
  keepReading: () => void (reading = keepReading()),
  async longestWait() {
    while (!(await ownsIt())) await readOnce();
    isOwner = true;
    await reading;
    return longest;
  },
};
