import { openWorkspace } from "../../../src/worker/client.ts";
import type { RemoteWorkspace } from "../../../src/worker/client.ts";

/** Milliseconds of each round trip. */
export interface Times {
  readonly read: readonly number[];
  readonly bare: readonly number[];
}

export interface Transfers {
  readonly transferred: readonly number[];
  /** The same bytes, sent to the page as a copy. */
  readonly cloned: readonly number[];
}

export interface Bench {
  /** Ten one-line reads through the served catalog and ten bare round trips, one after the other, `blocks` times; the time of one. */
  read(blocks: number): Promise<Times>;
  /** Reads of `bytes` bytes and echoes of as many, one after the other, `pairs` times. */
  readBytes(bytes: number, pairs: number): Promise<Transfers>;
}

declare global {
  interface Window {
    bench: Promise<Bench>;
  }
}

const echo = new Worker(new URL("./echo.ts", import.meta.url), { type: "module" });

/** A bare round trip: one message there, one back. */
function roundTrip(message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    echo.onmessage = ({ data }) => resolve(data);
    echo.postMessage(message); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker
  });
}

/** The clock's tick is a tenth of a round trip, so that ten are timed at once. */
const trips = 10;

async function repeat(action: () => Promise<unknown>): Promise<void> {
  for (let trip = 0; trip < trips; trip++) await action();
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function createBench(workspace: RemoteWorkspace): Bench {
  const read = () => workspace.tools.call("read", { path: "line.txt" });
  return {
    async read(blocks) {
      const times: { read: number[]; bare: number[] } = { read: [], bare: [] };
      for (let block = 0; block < blocks; block++) {
        times.bare.push((await timeOf(() => repeat(() => roundTrip({ block })))) / trips);
        times.read.push((await timeOf(() => repeat(read))) / trips);
      }
      return times;
    },
    async readBytes(bytes, pairs) {
      const content = new Uint8Array(bytes).fill(97);
      await workspace.write({ path: "large", content });
      const times: { transferred: number[]; cloned: number[] } = { transferred: [], cloned: [] };
      for (let pair = 0; pair < pairs; pair++) {
        times.transferred.push(await timeOf(() => workspace.readBytes({ path: "large" })));
        times.cloned.push((await timeOf(() => roundTrip(content))) / 2);
      }
      return times;
    },
  };
}

async function openBench(): Promise<Bench> {
  const worker = (): Worker => new Worker(new URL("../../../src/worker/index.ts", import.meta.url), { type: "module" });
  return createBench(await openWorkspace({ volume: { kind: "memory", files: { "line.txt": "one line\n" } }, worker }));
}

window.bench = openBench();
