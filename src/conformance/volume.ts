import type { Volume } from "../volumes/volume.ts";
import type { Case } from "./suite.ts";
import { commitCases } from "./volume-commits.ts";
import { refusalCases } from "./volume-refusals.ts";
import { treeCases } from "./volume-tree.ts";

/**
 * What every volume must do, sentence by sentence of `volumes/volume.ts`. `open` gives a fresh volume each time, in which the directory
 * "/workspace" is there and empty; each case closes its own. A case that a capability rules out checks what holds instead.
 *
 * ```ts
 * registerCases({ cases: volumeCases, open: () => createMemoryVolume(), runner: { test, skip: (name) => test.skip(name, () => {}) } });
 * ```
 */
export const volumeCases: readonly Case<Volume>[] = [...treeCases, ...refusalCases, ...commitCases];
