import { fail } from "../core/errors.ts";
import { defaultRoot } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { createCommits } from "./commits.ts";
import { filesToChanges } from "./files.ts";
import type { Files } from "./files.ts";
import { createMemoryTree } from "./memory-tree.ts";
import { checkBatch } from "./preconditions.ts";
import type { Capabilities, Volume } from "./volume.ts";

export interface MemoryVolumeOptions {
  /** "memory". */
  readonly name?: string;
  /** What the volume holds at first. */
  readonly files?: Files;
  /** Where relative names of `files` begin; made in any case. "/workspace". */
  readonly root?: VolumePath;
}

const capabilities: Capabilities = { atomic: "batch", resident: true, exclusive: true, durable: false, symlinks: true, modes: true };

/** Everything in RAM and synchronous: a batch is checked, then applied, and nothing can come between. The volume the others are measured by. */
export function createMemoryVolume(options: MemoryVolumeOptions = {}): Volume {
  const { name = "memory", files = {}, root = defaultRoot } = options;
  const tree = createMemoryTree();
  const commits = createCommits();
  let open = true;

  function assertOpen(): void {
    if (!open) throw fail("unavailable", { what: name, reason: "closed" });
  }

  const volume: Volume = {
    name,
    capabilities,
    entry(path) {
      assertOpen();
      return tree.entry(path);
    },
    children(directory) {
      assertOpen();
      return tree.children(directory.id);
    },
    read(file, start, end) {
      assertOpen();
      const bytes = tree.read(file);
      return start === undefined && end === undefined ? bytes : bytes.subarray(start, end);
    },
    refresh: assertOpen,
    commit({ changes, origin }) {
      assertOpen();
      checkBatch(volume, changes);
      const changed = changes.map((change) => tree.apply(change));
      return { sequence: commits.record(origin, changed), entries: changed.map(({ after }) => after) };
    },
    committed(callId) {
      assertOpen();
      return commits.committed(callId);
    },
    watch(listener) {
      assertOpen();
      return commits.watch(listener);
    },
    async close() {
      open = false;
    },
  };
  void volume.commit({ changes: filesToChanges(files, root), origin: { by: "host" } });
  return volume;
}
