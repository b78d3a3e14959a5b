import { createMemoryVolume } from "../../../src/volumes/memory.ts";
import { createWorkspace } from "../../../src/workspace/index.ts";
import { queries } from "./queries.ts";
import { searchAll } from "./search-all.ts";
import { searchLineByLine, searchWithRe2js } from "./text-peers.ts";
import { smallTree } from "./tree.ts";

/** Milliseconds of wall time, the least of some repetitions. */
export interface WallTimes {
  readonly name: string;
  readonly ours: number;
  readonly byLine: number;
  readonly re2js: number;
}

declare global {
  interface Window {
    /** The times of one of the queries, by its number; undefined past the last. */
    measureQuery(index: number): Promise<WallTimes | undefined>;
  }
}

const tree = smallTree();
const workspace = createWorkspace(createMemoryVolume({ files: Object.fromEntries(tree) }));
const texts = [...tree.values()];
const reps = 7;

window.measureQuery = async (index) => {
  const query = queries[index];
  if (query === undefined) return undefined;
  const opened = await workspace;
  const [ours, byLine] = [[], []] as [number[], number[]];
  for (let rep = 0; rep < reps; rep++) {
    ours.push(await timeOf(() => searchAll(opened, query)));
    byLine.push(await timeOf(() => searchLineByLine(query, texts)));
  }
  const re2js = await timeOf(() => searchWithRe2js(query, texts));
  return { name: query.name, ours: Math.min(...ours), byLine: Math.min(...byLine), re2js };
};

async function timeOf(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
