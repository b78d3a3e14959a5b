import { throwIfAborted } from "../core/cancel.ts";
import { fail, isPortsideError, type Kind } from "../core/errors.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import { join, type VolumePath } from "../core/path.ts";
import type { Intent } from "../policy/guard.ts";
import type { CallContext } from "../ports/call.ts";
import type { Capability, LocateOptions, Place } from "./access.ts";
import type { Surroundings } from "./create-access.ts";
import { createLookedInto, type LookedInto } from "./looked-into.ts";
import { nearestPaths } from "./nearest-paths.ts";
import { resolvePath, type Resolver } from "./resolve.ts";

/** Finds places for one caller, and asks its guards where a place must be asked for. */
export interface Locator {
  locate(path: string, options: LocateOptions, context: CallContext): MaybePromise<Place>;
  kindBehind(path: VolumePath): Kind | undefined;
  /** Asks to read what the place holds, unless this call has asked already. */
  askOnce(place: Place, context: CallContext): Promise<void>;
  /** Asks every guard, the workspace's own first. Throws permission_denied with the first no. */
  ask(intent: Intent): Promise<void>;
  readonly lookedInto: LookedInto;
}

export function createLocator({ shared, guards, sights, reach, shown }: Surroundings): Locator {
  const { volume, root } = shared;
  const inside: Resolver = { ...shared, external: false };
  const anywhere: Resolver = { ...shared, external: reach !== root };
  const lookedInto = createLookedInto();

  function locate(path: string, options: LocateOptions, context: CallContext): MaybePromise<Place> {
    throwIfAborted(context.signal);
    // An exclusive volume has nothing to take in.
    return chain(volume.refresh(reach, context.signal), () => {
      const place = find(path, options);
      const sight = sights.see(place.path, place.entry)?.sight;
      if (sight === "hidden") throw options.for === "read" ? fail("not_found", { path }) : sights.denied(place, options.for);
      if (!looksInto(place, options.for, sight === "protected")) return place;
      return options.for === "read" ? askToRead(place, context).then(() => place) : askOnce(place, context).then(() => place);
    });
  }

  /** What is not there is refused as what is hidden there would be, where a name of it would be. */
  function find(path: string, options: LocateOptions): Place {
    try {
      return resolvePath(options.inside ? inside : anywhere, path, options);
    } catch (error) {
      if (!isPortsideError(error, "not_found")) throw error;
      if (options.for !== "read") refuseHiddenName(path, options);
      const visible = nearestPaths(volume, root, path).filter((near) => sights.see(join(root, near), undefined)?.sight !== "hidden");
      throw visible.length > 0 ? fail("not_found", { path, nearest: visible }) : error;
    }
  }

  function refuseHiddenName(path: string, options: LocateOptions): void {
    if (sights.open || options.absent) return;
    const place = placeIfAny(inside, path, { ...options, absent: true });
    if (place && sights.see(place.path, undefined)?.sight === "hidden") throw sights.denied(place, options.for);
  }

  function askToRead(place: Place, context: CallContext): Promise<void> {
    return ask({ context, targets: [{ place, capability: "read" }], changes: [], diff: () => "", shown });
  }

  async function askOnce(place: Place, context: CallContext): Promise<void> {
    if (lookedInto.has(context, place.path)) return;
    if (lookedInto.isClosed(context)) throw fail("stale_version", { path: shown(place.path), reason: "plan" });
    await askToRead(place, context);
    lookedInto.add(context, place.path);
  }

  async function ask(intent: Intent): Promise<void> {
    const { signal } = intent.context;
    for (const guard of guards) {
      const answer = await guard.allow?.(intent, signal);
      throwIfAborted(signal);
      const first = intent.targets[0];
      if (answer)
        throw fail("permission_denied", {
          path: first ? shown(first.place.path) : "",
          capability: first?.capability ?? "write",
          reason: answer.deny,
        });
    }
  }

  function kindBehind(path: VolumePath): Kind | undefined {
    const place = placeIfAny(inside, path, { for: "read", leaf: "follow" });
    return place && sights.see(place.path, place.entry)?.sight !== "hidden" ? place.entry?.kind : undefined;
  }

  return { locate, kindBehind, askOnce, ask, lookedInto };
}

/** Could a plan show something of what the place holds? Deleting and making do not look. */
function looksInto({ entry, external }: Place, capability: Capability, isProtected: boolean): boolean {
  if (capability === "read") return isProtected || external;
  if (capability === "move") return isProtected && entry !== undefined;
  return capability === "write" && entry?.kind === "file" && (isProtected || external);
}

function placeIfAny(resolver: Resolver, path: string, options: LocateOptions): Place | undefined {
  try {
    return resolvePath(resolver, path, options);
  } catch {
    return undefined; // the first failure is the one to tell
  }
}
