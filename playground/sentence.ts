import { isPortsideError } from "portside";
import type { Code } from "portside";
import { defaultSentences } from "portside/tools";
import type { Sentence } from "portside/tools";

const nowhere = { tool: "", root: "/workspace", has: () => false } as const;

/** What went wrong, in the library's own words: those that a model reads, for somebody who has no tools. */
export function sentenceOf(error: unknown): string {
  if (isPortsideError(error)) return (defaultSentences[error.code] as Sentence<Code>)(error.details, nowhere);
  return error instanceof Error ? error.message : String(error);
}
