import type { Code } from "../../core/codes.ts";
import type { ErrorDetails, PatchFault } from "../../core/errors.ts";
import type { Sentence, SentenceContext, Sentences } from "../profile.ts";
import { fewLines, quoted } from "../render/words.ts";

/** The sentence for one failure. A patch that fails says how many faults it has and the first of them, each with its place in the patch. */
export function sentenceOf<C extends Code>(sentences: Sentences, code: C, details: ErrorDetails[C], context: SentenceContext): string {
  const faults = faultsOf(code, details);
  if (faults.length === 0) return (sentences[code] as Sentence<C>)(details, context);
  const lines = fewLines(faults, (fault) => faultLine(sentences, fault, context), "faults");
  return [faults.length === 1 ? "The patch was not applied." : `The patch was not applied: ${faults.length} faults.`, ...lines].join("\n");
}

function faultsOf(code: Code, details: object): readonly PatchFault[] {
  const { faults, patchLine, path } = details as { faults?: readonly PatchFault[]; patchLine?: number; path?: string };
  if (faults !== undefined) return faults;
  return patchLine === undefined ? [] : [{ code, patchLine, details: { ...details }, ...(path !== undefined && { path }) }];
}

function faultLine(sentences: Sentences, { code, path, patchLine, details }: PatchFault, context: SentenceContext): string {
  const place = path === undefined ? `Patch line ${patchLine}` : `Patch line ${patchLine}, ${quoted(path)}`;
  const facts = { path, patchLine, ...details } as ErrorDetails[Code];
  return `  ${place}: ${(sentences[code] as Sentence<Code>)(facts, context)}`;
}
