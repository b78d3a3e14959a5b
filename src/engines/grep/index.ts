/** ripgrep's search: lines that a pattern matches, with context, in one file at a time. */
export { compileSearch } from "./compile-search.ts";
export type { Search, SearchOptions } from "./compile-search.ts";
export { searchBytes, searchSource } from "./search.ts";
export type { FileOutcome, FileSearch } from "./search.ts";
export { SourceCache } from "./source-cache.ts";
export { Source } from "./source.ts";
export type { ContextLines, FoundLine, Sink } from "./report.ts";
export { clipLine } from "./clip-line.ts";
export { fileTypeFilter } from "./file-type-filter.ts";
export { explainSearch, needsNul } from "./explain.ts";
export type { SearchExplanation } from "./explain.ts";
