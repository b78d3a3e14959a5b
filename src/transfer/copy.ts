import type { Origin } from "../core/effects.ts";
import { fail } from "../core/errors.ts";
import { isInside, join, parent, type VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Change, Entry, Volume } from "../volumes/volume.ts";
import type { Access, Capability, Place, Target } from "../workspace/access.ts";
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
  else await destination.commit({ changes: stepsOf(destination, to ?? "/", items).map(({ change }) => change), origin: originOf(options) });
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
        const steps = stepsOf(volume, base.path, items);
        return { targets: steps.map((step) => targetOf(volume, step)), changes: steps.map((step) => step.change), respond: () => ({}) };
      },
    },
    context,
  );
}

/** One change, and what may be done about it. */
interface Step {
  readonly path: VolumePath;
  readonly capability: Capability;
  readonly change: Change;
}

type Tree = Pick<Volume, "entry">;

function stepsOf(tree: Tree, base: VolumePath, items: readonly Item[]): readonly Step[] {
  const steps: Step[] = [];
  const there = new Set<VolumePath>(["/"]);

  function ensureDirectory(path: VolumePath): void {
    if (there.has(path)) return;
    there.add(path);
    ensureDirectory(parent(path));
    if (tree.entry(path)?.kind !== "directory") steps.push({ path, capability: "mkdir", change: { op: "mkdir", path } });
  }

  ensureDirectory(base);
  for (const item of items) {
    const path = join(base, item.path);
    if (isInside(path, "/.portside")) throw fail("path_not_allowed", { path, root: base, reason: "reserved" });
    ensureDirectory(item.kind === "directory" ? path : parent(path));
    if (item.kind === "file") steps.push(putStep(path, item));
    if (item.kind === "symlink") steps.push(...linkSteps(path, item.target, tree.entry(path)));
  }
  return steps;
}

function putStep(path: VolumePath, { bytes, executable }: Extract<Item, { kind: "file" }>): Step {
  return { path, capability: "write", change: { op: "put", path, bytes, executable } };
}

function linkSteps(path: VolumePath, target: string, there: Entry | undefined): readonly Step[] {
  const make: Step = { path, capability: "write", change: { op: "symlink", path, target } };
  if (there?.kind !== "symlink") return [make];
  if (there.target === target) return [];
  return [{ path, capability: "delete", change: { op: "remove", path, expect: there.id } }, make];
}

function targetOf(tree: Tree, { path, capability }: Step): Target {
  const place: Place = { path, entry: tree.entry(path), scope: scopeOf(tree, path), external: false };
  return { place, capability };
}

function scopeOf(tree: Tree, path: VolumePath): Place["scope"] {
  for (let above = parent(path); ; above = parent(above)) {
    const entry = tree.entry(above);
    if (entry?.kind === "directory") return { path: above, id: entry.id };
    if (above === "/") throw fail("not_found", { path: above });
  }
}
