/** Shows what changes in files, as text that people read and `git apply` takes. */
export { normaliseForComparison } from "./normalise-for-comparison.ts";
export { unifiedDiff } from "./unified-diff.ts";
export type { DiffOptions, FileDiff } from "./unified-diff.ts";
