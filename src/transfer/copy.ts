import type { Origin } from "../core/effects.ts";
import { fail } from "../core/errors.ts";
import { isInside, join, parent, type VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Change, Entry, Volume } from "../volumes/volume.ts";
import type { Access } from "../workspace/access.ts";
import { targetsOf } from "../workspace/targets.ts";
import { contextOf, createTally, readItems, type Item, type ReadOptions, type TransferReport } from "./read-items.ts";
import { sourceOf, type From } from "./tree-source.ts";

export interface CopyOptions extends ReadOptions {
  /** The directory or file of a volume or a workspace that is copied; absent: all of it. */
  readonly from?: string;
  /** The directory that receives it, made when it is missing; absent: the workspace's root, or the volume's. */
  readonly to?: string;
}

/**
 * Copies files, links and directories in one batch: into what is there already, where files are replaced by files and links by links. Anything
 * else that is in the way, and everything that passes a limit, refuses the whole and changes nothing.
 */
export async function copy(source: From, destination: Volume | Access, options: CopyOptions = {}): Promise<TransferReport> {
  const { from, to } = options;
  const context = contextOf(options);
  const tally = createTally();
  const items = await readItems(await sourceOf(source, from, { context, tally }), options, tally);
  if ("change" in destination) await intoWorkspace(destination, { to: to ?? destination.root, items, context });
  else await destination.commit({ changes: changesFor(destination, to ?? "/", items), origin: originOf(options) });
  return tally;
}

function originOf({ callId }: CopyOptions): Origin {
  return { by: "host", ...(callId === undefined ? {} : { callId }) };
}

interface Delivery {
  readonly to: string;
  readonly items: readonly Item[];
  readonly context: CallContext;
}

async function intoWorkspace({ locate, change, volume }: Access, { to, items, context }: Delivery): Promise<void> {
  await change(
    {
      async plan() {
        const base = await locate(to, { for: "mkdir", leaf: "follow", absent: true }, context);
        const changes = changesFor(volume, base.path, items);
        return { targets: targetsOf(volume, changes), changes, respond: () => ({}) };
      },
    },
    context,
  );
}

type Tree = Pick<Volume, "entry">;

function changesFor(tree: Tree, base: VolumePath, items: readonly Item[]): readonly Change[] {
  const changes: Change[] = [];
  const there = new Set<VolumePath>(["/"]);

  function ensureDirectory(path: VolumePath): void {
    if (there.has(path)) return;
    there.add(path);
    ensureDirectory(parent(path));
    if (tree.entry(path)?.kind !== "directory") changes.push({ op: "mkdir", path });
  }

  ensureDirectory(base);
  for (const item of items) {
    const path = join(base, item.path);
    if (isInside(path, "/.portside")) throw fail("path_not_allowed", { path, root: base, reason: "reserved" });
    ensureDirectory(item.kind === "directory" ? path : parent(path));
    if (item.kind === "file") changes.push({ op: "put", path, bytes: item.bytes, executable: item.executable });
    if (item.kind === "symlink") changes.push(...linkChanges(path, item.target, tree.entry(path)));
  }
  return changes;
}

function linkChanges(path: VolumePath, target: string, there: Entry | undefined): readonly Change[] {
  const make: Change = { op: "symlink", path, target };
  if (there?.kind !== "symlink") return [make];
  if (there.target === target) return [];
  return [{ op: "remove", path, expect: there.id }, make];
}
