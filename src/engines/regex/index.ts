export { compile, createRegex } from "./regex.ts";
export type { Regex } from "./regex.ts";
export type { Match } from "./pike.ts";
export type { RegexFlags } from "./translate.ts";
export type { PatternFault, PatternHint, Span } from "./faults.ts";
