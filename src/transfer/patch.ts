import type { MaybePromise } from "../core/maybe-promise.ts";
import { relativeTo, type VolumePath } from "../core/path.ts";
import { diffOf, type Changes } from "../volumes/change-set.ts";
import type { Volume } from "../volumes/volume.ts";

/** The unified patch of a change set, as `git apply` takes it, with paths relative to `root`. */
export function toPatch(changes: Changes, volume: Pick<Volume, "read">, root: VolumePath): MaybePromise<string> {
  return diffOf(changes, volume, (path) => relativeTo(path, root));
}
