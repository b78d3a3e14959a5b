import { join } from "../core/path.ts";
import type { History } from "../ports/history.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Access } from "../workspace/access.ts";
import { createHistory } from "./history.ts";
import { createJournal } from "./journal.ts";
import { createLedger, createRunningCalls } from "./ledger.ts";
import { createRecorder } from "./recorder.ts";
import { createMemoryShelf, createVolumeShelf, historyFolder } from "./shelf.ts";

export interface HistoryOptions {
  /** Bytes that it may take; 67,108,864. Beyond that the oldest is dropped, and `points()` says so. */
  readonly maxBytes?: number;
}

export interface OpenHistory {
  /** The same volume for everybody who may change it. */
  readonly volume: Volume;
  /** As the callers of this access have it. */
  of(access: Access): { readonly history: History; readonly ledger: Ledger };
}

/**
 * The history of a volume, from where its last life left it where the volume is durable and makes a batch wholly or not at all; else from now
 * on, and in RAM.
 */
export async function openHistory(volume: Volume, { maxBytes = 67_108_864 }: HistoryOptions = {}): Promise<OpenHistory> {
  const { atomic, durable } = volume.capabilities;
  const shelf = durable && atomic === "batch" ? createVolumeShelf(volume) : createMemoryShelf();
  const journal = createJournal({ shelf, found: await shelf.find(), maxBytes, entry: (path) => recorder.entry(path) });
  const running = createRunningCalls();
  const recorder = createRecorder({ volume, journal, markOf: running.markOf });
  return {
    volume: recorder.volume,
    of: (access) => ({
      history: createHistory({ journal, recorder }, access),
      ledger: createLedger({ journal, recorder, running, volume, shown: access.shown }),
    }),
  };
}

/** Removes what an earlier life wrote down: where nothing is recorded any more, it would be of another tree. */
export async function forgetHistory(volume: Volume): Promise<void> {
  const folder = volume.entry(historyFolder);
  if (folder?.kind !== "directory") return;
  const files = volume.children(folder).map(({ name }) => join(historyFolder, name));
  const changes = [...files, historyFolder].map((path) => ({ op: "remove", path }) as const);
  await volume.commit({ changes, origin: { by: "host" } });
}
