/** Unified diffs: read strictly, placed without guessing, planned as a whole before anything is changed. */
export { type ConflictReason, type InvalidReason, refuseFaults } from "./faults.ts";
export {
  type FileMode,
  type Hunk,
  type HunkLine,
  mutationPaths,
  type ParseOptions,
  parsePatch,
  readKindly,
  readPatch,
  type ReadPatch,
  type Section,
} from "./parse.ts";
export type { Placement } from "./place.ts";
export { type PatchChange, type PatchPlan, type PlannedFile, planPatch, type PlanOptions, readPaths, type SourceFile } from "./plan.ts";
export { firstOfEach, type Rescue, type RescueName } from "./rescue.ts";
