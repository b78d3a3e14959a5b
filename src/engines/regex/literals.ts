import type { Hir } from "./hir.ts";
import { literalCharacter } from "./hir.ts";

/** The longest text that every match is known to contain; undefined when none is. */
export function requiredLiteral(hir: Hir): string | undefined {
  let longest = "";
  let run = "";
  for (const part of sequence(hir)) {
    const character = literalCharacter(part);
    run = character === undefined ? (part.kind === "look" ? run : "") : run + character;
    if (run.length > longest.length) longest = run;
  }
  return longest === "" ? undefined : longest;
}

/** The parts that follow each other in every match. Groups are opened. */
function sequence(hir: Hir): readonly Hir[] {
  if (hir.kind === "empty") return [];
  if (hir.kind === "capture") return sequence(hir.body);
  if (hir.kind === "concatenation") return hir.parts.flatMap(sequence);
  return [hir];
}
