/** Path patterns with the semantics of doublestar v4, matched by an automaton in time linear in the path. */
export { shareOf } from "./ending.ts";
export type { Share } from "./ending.ts";
export { escapeGlob } from "./escape.ts";
export { globLimits } from "./fault.ts";
export type { GlobFault } from "./fault.ts";
export { compileFilter, compileFilters } from "./filter.ts";
export type { PathFilter, PathFilters } from "./filter.ts";
export { compileGlob } from "./glob.ts";
export type { Glob, GlobOptions, GlobState } from "./glob.ts";
