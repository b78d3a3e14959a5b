import { fail } from "../core/errors.ts";
import { parent, type VolumePath } from "../core/path.ts";
import type { Change, Volume } from "../volumes/volume.ts";
import type { Capability, Place, Target } from "./access.ts";

const capabilities = {
  put: "write",
  symlink: "write",
  mode: "write",
  mkdir: "mkdir",
  remove: "delete",
  rename: "move",
} as const satisfies Readonly<Record<Change["op"], Capability>>;

/** What must be allowed for changes that name their places themselves: each path once for each thing that is done to it. */
export function targetsOf(tree: Pick<Volume, "entry">, changes: readonly Change[]): readonly Target[] {
  const targets = new Map<string, Target>();
  for (const change of changes) {
    const capability = capabilities[change.op];
    for (const path of change.op === "rename" ? [change.from, change.to] : [change.path]) {
      targets.set(`${capability} ${path}`, { place: placeOf(tree, path), capability });
    }
  }
  return [...targets.values()];
}

function placeOf(tree: Pick<Volume, "entry">, path: VolumePath): Place {
  return { path, entry: tree.entry(path), scope: scopeOf(tree, path), external: false };
}

function scopeOf(tree: Pick<Volume, "entry">, path: VolumePath): Place["scope"] {
  for (let above = parent(path); ; above = parent(above)) {
    const entry = tree.entry(above);
    if (entry?.kind === "directory") return { path: above, id: entry.id };
    if (above === "/") throw fail("not_found", { path: above });
  }
}
