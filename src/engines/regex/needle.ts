import type { Hir, Look } from "./hir.ts";
import { encode } from "../../core/text.ts";
import { isAscii, pairsOf } from "./code-point-set.ts";
import { literalCharacter } from "./hir.ts";
import { RunFinder, type Choice, type Run } from "./run-finder.ts";

/** Something that every match contains, for searching in text that has one character for each byte; see `byteText`. */
export interface Needle {
  /** Every place where it stands is a match. */
  readonly exact: boolean;
  /** What stands there, one of these: texts, with sets of characters in brackets. */
  readonly words: readonly string[];
  /** Where it next stands, from an offset on; -1 when nowhere. */
  find(text: string, from: number): number;
}

interface Candidate {
  readonly runs: readonly Run[];
  /** The runs are all there is to the pattern. */
  readonly exact: boolean;
  /** How rare it is: half as many places for each bit. */
  readonly bits: number;
}

/** A set of more is no use. */
const choiceLimit = 4;
const branchLimit = 16;
/** What is expected once in 500 bytes is not worth stopping at. */
export const fewestBits = 9;

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
  return run.length === 0 ? undefined : needleFor(candidateOf([run], false));
}

function needleFor({ exact, runs, bits }: Candidate): Needle | undefined {
  if (bits < fewestBits) return undefined;
  const finder = new RunFinder(runs, (byte) => 2 ** -byteBits(byte));
  return { exact, words: finder.words, find: (text, from) => finder.find(text, from) };
}

/** Everything that stands in each match, with runs as long as they are. */
function candidatesIn(hir: Hir): Candidate[] {
  const candidates: Candidate[] = [];
  let run: Choice[] = [];
  let exact = true;
  const end = (): void => {
    if (run.length > 0) candidates.push(candidateOf([run], false));
    run = [];
  };
  const parts = sequence(hir);
  const isAlone = parts.length === 1 && parts[0]?.kind === "alternation";
  for (const part of parts) {
    const choices = choicesOf(part);
    if (choices) run.push(...choices);
    else if (part.kind === "look") exact = false;
    else {
      end();
      exact = false;
      candidates.push(...candidatesInside(part));
    }
  }
  if (exact && run.length > 0) return [candidateOf([run], true)];
  end();
  return isAlone ? candidates : candidates.map((candidate) => ({ ...candidate, exact: false }));
}

function candidatesInside(part: Hir): Candidate[] {
  if (part.kind === "repetition" && part.min > 0) return candidatesIn(part.body).map((candidate) => ({ ...candidate, exact: false }));
  if (part.kind !== "alternation" || part.branches.length > branchLimit) return [];
  const branches = part.branches.map((branch) => candidatesIn(branch).toSorted((a, b) => b.bits - a.bits)[0]);
  if (branches.includes(undefined)) return [];
  const best = branches as readonly Candidate[];
  const runs = best.flatMap((candidate) => candidate.runs);
  return runs.length > branchLimit
    ? []
    : [
        candidateOf(
          runs,
          best.every(({ exact }) => exact),
        ),
      ];
}

function candidateOf(runs: readonly Run[], exact: boolean): Candidate {
  const share = runs.reduce((sum, run) => sum + 2 ** -run.reduce((bits, choice) => bits + bitsOf(choice), 0), 0);
  return { runs, exact, bits: -Math.log2(share) };
}

/** The parts that follow each other in every match. Groups are opened. */
export function sequence(hir: Hir): readonly Hir[] {
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
export function bitsOf(choice: Choice): number {
  return -Math.log2(choice.reduce((sum, byte) => sum + 2 ** -byteBits(byte), 0));
}

function byteBits(byte: number): number {
  const character = String.fromCharCode(byte);
  if (character === " ") return 3;
  if ("etaoinsrlcdpu".includes(character)) return 4.5;
  if ("\t_=().,;\"'*/-".includes(character)) return 5.5;
  return /[a-z0-9]/.test(character) ? 6.5 : 7.5;
}
