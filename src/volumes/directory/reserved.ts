import { fail } from "../../core/errors.ts";
import { join, type VolumePath } from "../../core/path.ts";

/** At the top of a folder whose files are written beside their place and moved there: what is in it is nobody's. */
export const writesName = ".portside-writes";

/** What Chromium calls the copy that it writes to, beside the file; and what it leaves there when it is killed. */
const swapSuffix = ".crswap";

/** Is it the browser's, or ours, and no part of what the folder shows? */
export function isReserved(path: VolumePath, root: VolumePath): boolean {
  return isSwap(path) || path === join(root, writesName);
}

export function isSwap(name: string): boolean {
  return name.endsWith(swapSuffix);
}

/** Throws path_malformed: what would be written there could not be seen. */
export function refuseReserved(path: VolumePath, root: VolumePath): void {
  if (isReserved(path, root)) throw fail("path_malformed", { path, reason: "name" });
}
