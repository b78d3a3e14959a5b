import { throwIfAborted } from "../../core/cancel.ts";
import { fail, type PortsideError } from "../../core/errors.ts";
import { afterChanges, asPortsideError } from "../../core/fate.ts";
import { isInside, join, segments, type VolumePath } from "../../core/path.ts";
import { effectsOf } from "../change-set.ts";
import { createCommits } from "../commits.ts";
import { createLifetime } from "../lifetime.ts";
import { checkBatch } from "../preconditions.ts";
import type { Batch, Capabilities, Change, Changed, FileEntry, Receipt, State, Volume } from "../volume.ts";
import { createMaker, pathsOf } from "./maker.ts";
import { createNews } from "./news.ts";
import { createShadow } from "./shadow.ts";
import type { Range, Storage } from "./storage.ts";
import { createTurns } from "./turns.ts";
import { createVigil } from "./vigil.ts";

export interface OutsideVolumeOptions extends Pick<Capabilities, "resident" | "durable"> {
  readonly name: string;
  /** The directory that shows the storage. What lies beside it is in RAM, so that nothing is ever added to what is somebody's own. */
  readonly root: VolumePath;
  readonly storage: Storage;
}

/** How often a reader may meet changes of a file before it gives up. */
const attempts = 3;

/**
 * A storage that others change too, as a volume, which owns it from now on. The tree is in RAM; a change is made only where the storage is still
 * what the tree says, and what is found there instead is taken in, as a commit of others.
 */
export async function openOutsideVolume({ name, root, storage, ...offered }: OutsideVolumeOptions): Promise<Volume> {
  const shadow = createShadow();
  const commits = createCommits();
  const turns = createTurns();
  const news = createNews({ storage, shadow, record: (changed) => void commits.record({ by: "external" }, changed) });
  const vigil = createVigil({ storage, news, turns, root });
  const maker = createMaker({ storage, shadow, news, root });
  const { assertOpen, isOpen, markClosed, members } = createLifetime(name, shadow, commits);
  /** Commits that are under way or wait for their turn. */
  let committing = 0;
  /** What the step that is being made is about. */
  let present: readonly VolumePath[] = [];

  async function commit({ changes, origin }: Batch): Promise<Receipt> {
    assertOpen();
    const before = checkBatch(volume, changes);
    if (changes.flatMap(pathsOf).some((path) => isInside(path, root))) await storage.ready("readwrite");
    const steps = maker.steps(changes);
    if (steps.length > 1) await maker.confirm(changes);
    const changed: Changed[] = [];
    try {
      for (const step of steps) changed.push(...(await make(step)));
    } catch (error) {
      if (changed.length > 0) commits.record(origin, changed);
      throw await interrupted(error, { changes, before, changed });
    } finally {
      present = [];
    }
    return { sequence: commits.record(origin, changed), entries: changed.map(({ after }) => after) };
  }

  async function make(step: readonly Change[]): Promise<readonly Changed[]> {
    present = [];
    await maker.confirm(step);
    present = step.flatMap(pathsOf);
    return maker.make(step);
  }

  /** What was done before stands, and is told. */
  async function interrupted(error: unknown, { changes, before, changed }: Interrupted): Promise<PortsideError> {
    const done = { changes: changes.slice(0, changed.length), before, after: changed.map(({ after }) => after) };
    const effects = effectsOf(done, (path) => path);
    return afterChanges(asPortsideError(error, "commit", "rejected"), effects, await hasLeftSomething());
  }

  /** Whether the step that failed did a part of what it was to do, or nobody can tell. */
  async function hasLeftSomething(): Promise<boolean> {
    const begun = present.filter((path) => isInside(path, root));
    try {
      const found = await news.takeInBelow(begun);
      return found.some(({ path }) => begun.some((at) => isInside(path, at)));
    } catch {
      return true;
    }
  }

  async function readStored(file: FileEntry, { start, end }: Range): Promise<Uint8Array> {
    let content = shadow.contentOf(file);
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (content instanceof Uint8Array) return content.subarray(start, end);
      const path = shadow.pathOf(file);
      const bytes = await storage.read(path, content, { start, end });
      // What is being put there may be there already, and not in the tree yet.
      if (present.includes(path)) await turns.rest();
      if (!bytes) await turns.take(() => news.takeIn([path]));
      content = shadow.contentOf(file); // throws when the file is another by now
      if (bytes) return bytes;
    }
    throw fail("stale_version", { path: "", expected: file.version, reason: "version" });
  }

  const volume: Volume = {
    name,
    capabilities: { ...offered, atomic: "file", exclusive: false, symlinks: false, modes: false },
    ...members,
    read(file, start = 0, end = file.size) {
      assertOpen();
      const content = shadow.contentOf(file);
      if (content instanceof Uint8Array) return content.subarray(start, end);
      return readStored(file, { start, end: Math.min(end, file.size) });
    },
    async refresh(path, signal) {
      assertOpen();
      throwIfAborted(signal);
      await storage.ready("read");
      // Readers never wait for a commit: what it does is no news, and what others do meanwhile is taken in by who asks next.
      if (committing === 0 && (isInside(path, root) || isInside(root, path))) await vigil.catchUp(path, signal);
    },
    async commit(batch) {
      assertOpen();
      committing += 1;
      return turns.take(() => commit(batch)).finally(() => (committing -= 1));
    },
    async close() {
      if (!isOpen()) return turns.rest();
      markClosed();
      await turns.take(() => {
        vigil.end();
        return storage.close();
      });
    },
  };

  try {
    let path: VolumePath = "/";
    for (const directory of segments(root)) shadow.adopt((path = join(path, directory)), { kind: "directory" });
    await volume.refresh(root);
    return volume;
  } catch (error) {
    await Promise.allSettled([volume.close()]); // the first failure is the one to tell
    throw error;
  }
}

interface Interrupted {
  readonly changes: readonly Change[];
  readonly before: readonly State[];
  readonly changed: readonly Changed[];
}
