/** ripgrep's search: lines that a pattern matches, with context, in one file at a time. */
export { compileSearch } from "./compile-search.ts";
export type { Search, SearchOptions } from "./compile-search.ts";
export { FileSearcher, searchBytes } from "./search.ts";
export type { FileOutcome, SearchOutput } from "./search.ts";
export { Source } from "./source.ts";
export type { ContextLines, FoundLine, Sink } from "./report.ts";
export { fileTypeFilter } from "./file-type-filter.ts";
