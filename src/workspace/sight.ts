import { fail, type PortsideError } from "../core/errors.ts";
import { join, type VolumePath } from "../core/path.ts";
import type { Guard, Sight } from "../policy/guard.ts";
import type { Change, Entry, Volume } from "../volumes/volume.ts";
import type { Capability, Place } from "./access.ts";

type Spot = Pick<Place, "path" | "entry">;

/** What a caller may see, by all of its guards: the strictest holds. */
export interface Sights {
  /** No guard has anything to say of it. */
  readonly open: boolean;
  see(path: VolumePath, entry: Entry | undefined): Sight | undefined;
  /** The refusal to do something with what is hidden or locked: the same whether it exists or not. */
  denied(spot: Spot, capability: Capability): PortsideError;
  /** Throws permission_denied for what is hidden or locked. */
  refuse(spot: Spot, capability: Capability): void;
  /** A directory is not moved from under its rules: what is hidden or locked in it stays, and what is protected stays protected. */
  refuseBelow(change: Change): void;
}

const strictness: readonly Sight["sight"][] = ["hidden", "protected", "locked"];

export function createSights(
  { volume, shown }: { readonly volume: Pick<Volume, "entry" | "children">; readonly shown: (path: VolumePath) => string },
  guards: readonly Guard[],
): Sights {
  const open = guards.every((guard) => guard.see === undefined);

  function see(path: VolumePath, entry: Entry | undefined): Sight | undefined {
    if (open) return undefined;
    const sights = guards.map((guard) => guard.see?.(path, entry));
    return strictness.map((strict) => sights.find((sight) => sight?.sight === strict)).find((sight) => sight !== undefined);
  }

  function denied({ path, entry }: Spot, capability: Capability): PortsideError {
    return fail("permission_denied", { path: shown(path), capability, reason: see(path, entry)?.reason ?? "" });
  }

  function refuse(spot: Spot, capability: Capability): void {
    const sight = see(spot.path, spot.entry)?.sight;
    if (sight && sight !== "protected") throw denied(spot, capability);
  }

  return {
    open,
    see,
    denied,
    refuse,
    refuseBelow(change) {
      if (open || change.op !== "rename") return;
      for (const below of everythingBelow(volume, change.from)) {
        const moved = { path: change.to + below.path.slice(change.from.length), entry: below.entry };
        refuse(below, "move");
        refuse(moved, "move");
        if (see(below.path, below.entry) && !see(moved.path, moved.entry)) throw denied(below, "move");
      }
    },
  };
}

function everythingBelow(volume: Pick<Volume, "entry" | "children">, top: VolumePath): readonly Required<Spot>[] {
  const found: { readonly path: VolumePath; readonly entry: Entry | undefined }[] = [{ path: top, entry: volume.entry(top) }];
  for (const { path, entry } of found) {
    if (entry?.kind !== "directory") continue;
    for (const child of volume.children(entry)) found.push({ path: join(path, child.name), entry: child.entry });
  }
  return found.slice(1);
}
