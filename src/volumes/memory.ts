import { defaultRoot } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { createCommits } from "./commits.ts";
import { filesToChanges } from "./files.ts";
import type { Files } from "./files.ts";
import { createLifetime } from "./lifetime.ts";
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
  const { assertOpen, markClosed, members } = createLifetime(name, tree, commits);

  const volume: Volume = {
    name,
    capabilities,
    ...members,
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
    async close() {
      markClosed();
    },
  };
  void volume.commit({ changes: filesToChanges(files, root), origin: { by: "host" } });
  return volume;
}
