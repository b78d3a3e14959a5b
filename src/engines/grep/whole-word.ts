import type { Hir } from "../regex/hir.ts";
import { concatenation } from "../regex/hir.ts";

/** `\b{start-half}(?:…)\b{end-half}`: unlike `\b`, it lets a match begin or end with a character that belongs to no word. */
export function wholeWord(hir: Hir): Hir {
  const { span } = hir;
  return concatenation([{ kind: "look", span, look: "word_start_half" }, hir, { kind: "look", span, look: "word_end_half" }], span);
}
