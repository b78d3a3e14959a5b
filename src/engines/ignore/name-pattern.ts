import { matchElements, matchRuns, type Element } from "../glob/segment.ts";

/** What one name must look like, in byte strings. */
export interface NamePattern {
  /** The only name that passes, when there is just one. */
  readonly literal: string | undefined;
  /** Every name that passes ends so: a dot and what follows it. */
  readonly extension: string | undefined;
  readonly test: (name: string) => boolean;
}

export function compileNamePattern(elements: readonly Element[]): NamePattern {
  const runs = literalRuns(elements);
  const literal = runs?.length === 1 ? runs[0] : undefined;
  const test = runs === undefined ? (name: string): boolean => matchElements(elements, name) : matchRuns(runs);
  return { literal, extension: extensionOf(literalTail(elements)), test };
}

/** A name from its last dot on, if it has one. */
export function extensionOf(name: string): string | undefined {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? undefined : name.slice(dot);
}

/** The texts between the stars, when there is nothing else. */
function literalRuns(elements: readonly Element[]): string[] | undefined {
  const runs: string[] = [];
  let run = "";
  for (const element of elements) {
    if (element.kind === "literal") run += String.fromCharCode(element.point);
    else if (element.kind !== "star") return undefined;
    else {
      runs.push(run);
      run = "";
    }
  }
  return [...runs, run];
}

function literalTail(elements: readonly Element[]): string {
  const start = elements.findLastIndex(({ kind }) => kind !== "literal") + 1;
  return elements
    .slice(start)
    .reduce((tail, element) => (element.kind === "literal" ? tail + String.fromCharCode(element.point) : tail), "");
}
