import { isInside, relativeTo, type VolumePath } from "../core/path.ts";
import type { Guard } from "../policy/guard.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Access } from "./access.ts";
import { createChange } from "./change.ts";
import type { Listings } from "./directory-listings.ts";
import { createGuardedWalk } from "./guarded-walk.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { createLocator } from "./locator.ts";
import type { Queue } from "./queue.ts";
import type { Resolver } from "./resolve.ts";
import { createSights, type Sights } from "./sight.ts";

/** What all callers of one workspace share. */
export interface Shared extends Resolver {
  readonly volume: Volume;
  readonly queue: Queue;
  readonly ignore: IgnoreRules;
  readonly listings: Listings;
  /** Sequence of the last commit, whoever made it. */
  lastCommit(): number;
}

/** One caller, and what it moves in. */
export interface Surroundings {
  readonly shared: Shared;
  /** Goes into every commit. */
  readonly actor?: string;
  /** The workspace's own first. */
  readonly guards: readonly Guard[];
  readonly sights: Sights;
  /** The directory that a link may lead anywhere in: the root, or "/" where places outside may be asked for. */
  readonly reach: VolumePath;
  readonly shown: (path: VolumePath) => string;
}

/** The waist for one caller: its name in every commit, its guards after the workspace's own. */
export function createAccess(shared: Shared, { actor, guards }: Pick<Surroundings, "actor" | "guards">): Access {
  const { volume, root } = shared;
  const shown = (path: VolumePath): string => (isInside(path, root) ? relativeTo(path, root) : path);
  const external = shared.external === true && guards.some((guard) => guard.external);
  const sights = createSights({ volume, shown }, guards);
  const surroundings: Surroundings = {
    shared,
    guards,
    sights,
    reach: external ? "/" : root,
    shown,
    ...(actor === undefined ? {} : { actor }),
  };
  const locator = createLocator(surroundings);
  return {
    root,
    volume,
    shown,
    locate: locator.locate,
    kindBehind: locator.kindBehind,
    walk: createGuardedWalk(surroundings),
    read: (file, start, end) => volume.read(file, start, end),
    change: createChange(surroundings, locator),
  };
}
