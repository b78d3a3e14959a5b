import type { Hir, Look } from "./hir.ts";
import { encode } from "../../core/text.ts";
import { isAscii, pairsOf } from "./code-point-set.ts";
import { children, literalCharacter, minimumLength } from "./hir.ts";
import { byteAt } from "./byte-text.ts";
import type { Choice, Run, Searched } from "./run.ts";
import { RunFinder } from "./run-finder.ts";

/** Something that every match contains. */
export interface Needle {
  /** Every place where it stands is a match. */
  readonly exact: boolean;
  /** What stands there, whatever has to stand beside it. */
  readonly finder: RunFinder;
  /** Where it next stands, from an offset on; -1 when nowhere. Where the effort is too much, it may be a place before that. */
  find(searched: Searched, from: number): number;
}

/** Which characters of ASCII may stand beside a run; beyond it any may. Absent: nothing has to. */
type Side = Uint8Array | undefined;

interface Candidate {
  readonly runs: readonly Run[];
  /** The runs are all there is to the pattern. */
  readonly exact: boolean;
  /** How rare it is: half as many places for each bit. `=` alone is not worth stopping at, between two spaces it is. */
  readonly bits: number;
  readonly before: Side;
  readonly after: Side;
}

/** A set of more is no use. */
const choiceLimit = 4;
const branchLimit = 16;
/** What is expected once in 500 bytes is not worth stopping at. */
const fewestBits = 9;
/** What it takes to stop at a run that lacks what stands beside it, in bytes of an automaton. */
const stopCost = 32;

/** The rarest thing that every match contains; undefined when nothing is rare enough. */
export function needleOf(hir: Hir): Needle | undefined {
  const best = candidatesIn(hir).reduce<Candidate | undefined>((a, b) => (a === undefined || b.bits > a.bits ? b : a), undefined);
  return best && needleFor(best);
}

/** A literal with nothing but conditions around it: what has to hold where it begins, and where it ends. */
export interface Guards {
  readonly before: readonly Look[];
  readonly after: readonly Look[];
  /** Bytes of the literal. */
  readonly length: number;
}

/** Undefined when the pattern is more than a literal and conditions around it. */
export function guardsOf(hir: Hir): Guards | undefined {
  const parts = sequence(hir);
  const from = parts.findIndex(({ kind }) => kind !== "look");
  const to = parts.findLastIndex(({ kind }) => kind !== "look") + 1;
  const run = parts.slice(Math.max(0, from), to).map(choicesOf);
  if (run.length === 0 || run.includes(undefined)) return undefined;
  return { before: looksOf(parts.slice(0, from)), after: looksOf(parts.slice(to)), length: run.flat().length };
}

function looksOf(parts: readonly Hir[]): readonly Look[] {
  return parts.flatMap((part) => (part.kind === "look" ? [part.look] : []));
}

/** What every match begins with; undefined when that is nothing rare enough. */
export function prefixOf(hir: Hir): Needle | undefined {
  const run: Choice[] = [];
  for (const part of sequence(hir)) {
    if (part.kind === "look" && run.length === 0) continue;
    const choices = choicesOf(part);
    if (choices === undefined) break;
    run.push(...choices);
  }
  return run.length === 0 ? undefined : needleFor(candidateOf([run]));
}

function needleFor({ exact, runs, bits, before, after }: Candidate): Needle | undefined {
  if (bits < fewestBits) return undefined;
  const finder = new RunFinder(runs);
  if (!before && !after) return { exact, finder, find: (searched, from) => finder.find(searched, from) };
  const { effort } = finder;
  const length = runs[0]?.length ?? 0;
  const fits = ({ bytes, text }: Searched, at: number): boolean =>
    allows(before, byteAt(bytes, text, at - 1)) && allows(after, byteAt(bytes, text, at + length));
  const find: Needle["find"] = (searched, from) => {
    let at = finder.find(searched, from);
    while (at >= 0 && !fits(searched, at) && !effort.isTooMuch) {
      effort.waste(stopCost);
      at = finder.find(searched, at + 1);
    }
    return at;
  };
  return { exact, finder, find };
}

function allows(side: Side, code: number): boolean {
  return side === undefined || code >= 0x80 || side[code] === 1;
}

/** Everything that stands in each match, with runs as long as they are. */
function candidatesIn(hir: Hir): Candidate[] {
  const parts = sequence(hir);
  const solid = parts.filter(({ kind }) => kind !== "look");
  const candidates: Candidate[] = [];
  let run: Choice[] = [];
  let left: Hir | undefined;
  for (const part of [...solid, undefined]) {
    const choices = part && choicesOf(part);
    if (choices) {
      run.push(...choices);
      continue;
    }
    if (run.length > 0) candidates.push(candidateOf([run], left, part));
    if (part) candidates.push(...candidatesInside(part));
    run = [];
    left = part;
  }
  const isWhole = solid.length === parts.length && (solid.length === 1 || solid.every(choicesOf));
  return candidates.map((candidate) => ({ ...candidate, exact: candidate.exact && isWhole }));
}

function candidatesInside(part: Hir): Candidate[] {
  if (part.kind === "repetition" && part.min > 0) return candidatesIn(part.body).map((candidate) => ({ ...candidate, exact: false }));
  if (part.kind !== "alternation" || part.branches.length > branchLimit) return [];
  const branches = part.branches.map((branch) => candidatesIn(branch).toSorted((a, b) => b.bits - a.bits)[0]);
  const runs = branches.flatMap((candidate) => candidate?.runs ?? []);
  if (branches.includes(undefined) || runs.length > branchLimit) return [];
  return [{ ...candidateOf(runs), exact: branches.every((candidate) => candidate?.exact) }];
}

/** `left` and `right` are what stands beside the only run. */
function candidateOf(runs: readonly Run[], left?: Hir, right?: Hir): Candidate {
  const [before, after] = [sideOf(left), sideOf(right)];
  const share = runs.reduce((sum, run) => sum + 2 ** -run.reduce((bits, choice) => bits + bitsOf(choice), 0), 0);
  return { runs, exact: true, bits: bitsBeside(before) + bitsBeside(after) - Math.log2(share), before, after };
}

function sideOf(part: Hir | undefined): Side {
  if (part === undefined || minimumLength(part) === 0) return undefined;
  const side = new Uint8Array(0x80);
  for (const { ranges } of setsIn(part)) for (const [low, high] of pairsOf(ranges)) side.fill(1, low, high + 1);
  return side;
}

function bitsBeside(side: Side): number {
  return side ? Math.max(0, bitsOf(Array.from(side.keys()).filter((code) => side[code] === 1))) : 0;
}

/** Of all these are the characters of a match. */
function setsIn(hir: Hir): readonly Extract<Hir, { readonly kind: "set" | "bytes" }>[] {
  return hir.kind === "set" || hir.kind === "bytes" ? [hir] : children(hir).flatMap(setsIn);
}

/** The parts that follow each other in every match. Groups are opened. */
function sequence(hir: Hir): readonly Hir[] {
  if (hir.kind === "empty") return [];
  if (hir.kind === "capture") return sequence(hir.body);
  if (hir.kind === "concatenation") return hir.parts.flatMap(sequence);
  return [hir];
}

/** A literal character's bytes, or the members of a small ASCII set. */
function choicesOf(hir: Hir): readonly Choice[] | undefined {
  const character = literalCharacter(hir);
  if (character !== undefined) return Array.from(encode(character), (byte) => [byte]);
  if (hir.kind !== "set" || !isAscii(hir.ranges)) return undefined;
  const members = pairsOf(hir.ranges).flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, index) => low + index));
  return members.length > 0 && members.length <= choiceLimit ? [members] : undefined;
}

/** Roughly how rare a byte is in source text. */
function bitsOf(choice: Choice): number {
  return -Math.log2(choice.reduce((sum, byte) => sum + 2 ** -byteBits(byte), 0));
}

function byteBits(byte: number): number {
  const character = String.fromCharCode(byte);
  if (character === " ") return 3;
  if ("etaoinsrlcdpu".includes(character)) return 4.5;
  if ("\t_=().,;\"'*/-".includes(character)) return 5.5;
  return /[a-z0-9]/.test(character) ? 6.5 : 7.5;
}
