/** Decides what a walk leaves out: git's ignore rules, a host's list and codemeld's, name by name as directories are entered. */
export { codemeldignoreMatcher } from "./codemeldignore.ts";
export type { IgnoreFile } from "./codemeldignore.ts";
export { gitignoreMatcher } from "./gitignore.ts";
export { defaultHostRules, hostMatcher } from "./host.ts";
export { stackMatchers } from "./stack.ts";
export type { DirectoryRules, IgnoreLevel, IgnoreMatcher } from "./matcher.ts";
