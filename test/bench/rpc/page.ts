import { openWorkspace } from "../../../src/worker/client.ts";
import type { RemoteWorkspace } from "../../../src/worker/client.ts";

/** Milliseconds of each round trip. */
export interface Times {
  /** One-line reads through the served catalog. */
  readonly read: readonly number[];
  /** `postMessage` with the same arguments, and back with the same result. */
  readonly bare: readonly number[];
  /** `postMessage` with next to nothing, and back. */
  readonly empty: readonly number[];
}

export interface Transfers {
  readonly transferred: readonly number[];
  /** The same bytes, sent to the page as a copy. */
  readonly cloned: readonly number[];
}

export interface Bench {
  /** One of each, in turns, `rounds` times. */
  read(rounds: number): Promise<Times>;
  /** Reads of `bytes` bytes and echoes of as many, one after the other, `pairs` times. */
  readBytes(bytes: number, pairs: number): Promise<Transfers>;
}

declare global {
  interface Window {
    bench: Promise<Bench>;
  }
}

const startEcho = (): Worker => new Worker(new URL("./echo.ts", import.meta.url), { type: "module" });

/** A bare round trip: one message there, one back. */
function roundTrip(worker: Worker, message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(message); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker
  });
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function createBench(workspace: RemoteWorkspace): Bench {
  const [answering, echoing] = [startEcho(), startEcho()];
  const path = "line.txt";
  const read = () => workspace.tools.call("read", { path });
  return {
    async read(rounds) {
      const times: { read: number[]; bare: number[]; empty: number[] } = { read: [], bare: [], empty: [] };
      await roundTrip(answering, { answer: await read() });
      for (let round = 0; round < rounds; round++) {
        times.empty.push(await timeOf(() => roundTrip(echoing, { round })));
        times.bare.push(await timeOf(() => roundTrip(answering, { tool: "read", arguments: { path } })));
        times.read.push(await timeOf(read));
      }
      return times;
    },
    async readBytes(bytes, pairs) {
      const content = new Uint8Array(bytes).fill(97);
      await workspace.write({ path: "large", content });
      const times: { transferred: number[]; cloned: number[] } = { transferred: [], cloned: [] };
      for (let pair = 0; pair < pairs; pair++) {
        times.transferred.push(await timeOf(() => workspace.readBytes({ path: "large" })));
        times.cloned.push((await timeOf(() => roundTrip(echoing, content))) / 2);
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
