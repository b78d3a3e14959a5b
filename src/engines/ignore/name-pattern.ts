import { matchElements, matchRuns, type Element } from "../glob/segment.ts";
import { fromByteString, toByteString } from "./byte-string.ts";

/** What one name must look like. Names are texts here, and become bytes only where a pattern can tell the difference. */
export interface NamePattern {
  /** How every name that passes begins and ends. */
  readonly head: string;
  readonly tail: string;
  /** The head is the whole name. */
  readonly isLiteral: boolean;
  readonly test: (name: string) => boolean;
}

/** Compiles elements that match bytes. */
export function compileNamePattern(elements: readonly Element[]): NamePattern {
  const runs = literalRuns(elements);
  if (runs === undefined) return { head: "", tail: "", isLiteral: false, test: (name) => matchElements(elements, toByteString(name)) };
  return { head: runs[0] as string, tail: runs.at(-1) as string, isLiteral: runs.length === 1, test: matchRuns(runs) };
}

/** The texts between the stars, when there is nothing else. Stars and escapes stand between characters, so each is whole. */
function literalRuns(elements: readonly Element[]): string[] | undefined {
  const runs: string[] = [];
  let run = "";
  for (const element of elements) {
    if (element.kind === "literal") run += String.fromCharCode(element.point);
    else if (element.kind !== "star") return undefined;
    else {
      runs.push(fromByteString(run));
      run = "";
    }
  }
  return [...runs, fromByteString(run)];
}
