export { compile } from "./regex.ts";
export type { Match, Regex } from "./regex.ts";
export type { RegexFlags } from "./context.ts";
export type { PatternFault, PatternHint, Span } from "./faults.ts";
