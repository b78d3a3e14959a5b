import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { cpuTime, justBash } from "./peers.ts";
import type { Query } from "./queries.ts";
import { searchLineByLine, searchWithRe2js } from "./text-peers.ts";
import type { Tree } from "./tree.ts";

/** CPU milliseconds. */
export interface PeerTimes {
  readonly re2js: number;
  /** Of the slow ones, where they are compared. */
  readonly lines?: number;
  readonly bash?: number;
}

/** Searches in JavaScript that ours is compared to. */
export interface Peers {
  timesOf(query: Query): Promise<PeerTimes>;
  end(): Promise<unknown>;
}

interface PeersData {
  readonly tree: Tree;
  readonly slow: boolean;
}

/** In a thread of their own: what they leave to be collected, and what they teach the compiler, is nobody else's. */
export function startPeers(data: PeersData): Peers {
  const thread = new Worker(new URL(import.meta.url), { workerData: data });
  return {
    async timesOf(query) {
      thread.postMessage(query); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread
      const [times] = (await once(thread, "message")) as [PeerTimes];
      return times;
    },
    end: () => thread.terminate(),
  };
}

function serve({ tree, slow }: PeersData): void {
  const texts = [...tree.values()];
  const bash = slow ? justBash(tree) : undefined;
  const timesOf = async (query: Query): Promise<PeerTimes> => ({
    re2js: await cpuTime(() => searchWithRe2js(query, texts)),
    ...(bash && { lines: await cpuTime(() => searchLineByLine(query, texts)), bash: await cpuTime(() => bash(query)) }),
  });
  const answer = async (query: Query): Promise<void> => {
    parentPort?.postMessage(await timesOf(query)); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread
  };
  parentPort?.on("message", (query: Query) => void answer(query));
}

// The bench is one file, and this thread begins with it as well.
if (!isMainThread) serve(workerData as PeersData);
