import { globLimits, invalidGlob } from "./fault.ts";
import { isSyntax, type Token } from "./token.ts";

/** A brace group, by indices of its tokens: alternatives are [from, to), `end` is the closing brace. */
interface Group {
  readonly alternatives: readonly (readonly [from: number, to: number])[];
  readonly end: number;
}

/** Tokens [from, to) still to be read, and what follows them. */
interface Rest {
  readonly from: number;
  readonly to: number;
  readonly next?: Rest | undefined;
}

/**
 * The alternatives that the braces of a pattern stand for, in order. Expansion is textual, leftmost group first: inside a group a
 * bracket is only a character, so a group can cut a class in two. What is left of such a class is refused where it is compiled.
 */
export function expandBraces(pattern: string, tokens: readonly Token[]): Token[][] {
  const groups = findGroups(tokens);
  const alternatives: Token[][] = [];
  const done: Token[] = [];
  let work = 0;

  const emit = (brace: number): void => {
    work += done.length;
    if (alternatives.length === globLimits.alternatives) throw invalidGlob(pattern, offsetOf(tokens, brace), "too_many_alternatives");
    if (work > globLimits.expansion) throw invalidGlob(pattern, offsetOf(tokens, brace), "expansion_too_long");
    alternatives.push(done.slice());
  };

  const expand = (rest: Rest, brace: number): void => {
    const mark = done.length;
    const next = readToBrace(tokens, rest, done);
    if (next === undefined) emit(brace);
    else for (const choice of choicesAt(pattern, tokens, groups, next)) expand(choice, next.from);
    while (done.length > mark) done.pop();
    work++;
  };

  expand({ from: 0, to: tokens.length }, 0);
  return alternatives;
}

/** Moves tokens to `done` up to a brace that opens a group, and returns what begins there; undefined when there is none. */
function readToBrace(tokens: readonly Token[], rest: Rest, done: Token[]): Rest | undefined {
  let inClass = false;
  for (let part: Rest | undefined = rest; part !== undefined; part = part.next) {
    for (let i = part.from; i < part.to; i++) {
      const token = tokens[i] as Token;
      if (!inClass && isSyntax(token, "{")) return { from: i, to: part.to, next: part.next };
      inClass = inClass ? !isSyntax(token, "]") : isSyntax(token, "[");
      done.push(token);
    }
  }
  return undefined;
}

/** What the group at the start of `rest` can be replaced with, each followed by what stands behind the group. */
function choicesAt(pattern: string, tokens: readonly Token[], groups: ReadonlyMap<number, Group>, rest: Rest): Rest[] {
  const group = groups.get(rest.from);
  if (group === undefined) throw invalidGlob(pattern, offsetOf(tokens, rest.from), "split_class");
  const after: Rest = { from: group.end + 1, to: rest.to, next: rest.next };
  return group.alternatives.map(([from, to]) => ({ from, to, next: after }));
}

/** Every pair of braces, whatever stands between, by the index of the opening one. */
function findGroups(tokens: readonly Token[]): Map<number, Group> {
  const groups = new Map<number, Group>();
  const open: { at: number; from: number; alternatives: [number, number][] }[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (isSyntax(token, "{")) open.push({ at: i, from: i + 1, alternatives: [] });
    const group = open.at(-1);
    if (group === undefined || !(isSyntax(token, ",") || isSyntax(token, "}"))) continue;
    group.alternatives.push([group.from, i]);
    group.from = i + 1;
    if (!isSyntax(token, "}")) continue;
    groups.set(group.at, { alternatives: group.alternatives, end: i });
    open.pop();
  }
  return groups;
}

function offsetOf(tokens: readonly Token[], index: number): number {
  return tokens[index]?.offset ?? 0;
}
