import type { Placed } from "../entry-tree.ts";
import { recordTypes } from "./format.ts";
import { nothingStored, packCalls, packNodes, stateOf, type NodeRecord } from "./nodes.ts";
import { storedAt, type Store } from "./store.ts";
import type { Site } from "./work.ts";

const sliceNodes = 2_000;

/**
 * Writes down all that is known, so that replaying may begin here. Commits in between are written behind what is not told yet, and before what is
 * told later: read in order, the last word on a node is right. False when it had to end before.
 */
export async function writeSnapshot({ log, tree, store, commits, goOn }: Site): Promise<boolean> {
  const known = { sequence: commits.sequence(), ...tree.counters(), calls: [...commits.calls()] };
  log.append(false, (draft) => draft.record(recordTypes.calls, packCalls(known)));
  let records: NodeRecord[] = [];

  function write(): void {
    log.append(false, (draft) => draft.record(recordTypes.nodes, packNodes(records)));
    records = [];
  }

  for (const placed of tree.nodes()) {
    records.push(recordOf(placed, store));
    if (records.length < sliceNodes) continue;
    write();
    if (!(await goOn())) return false;
  }
  write();
  return true;
}

function recordOf({ directory, name, entry }: Placed, store: Store): NodeRecord {
  const stored = entry.kind === "file" ? storedAt(store.places.of(entry)) : nothingStored;
  return { id: entry.id, directory, name, state: stateOf(entry, stored) };
}
