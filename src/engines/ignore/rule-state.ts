import { admitsEnding } from "../glob/ending.ts";
import type { NamePattern } from "./name-pattern.ts";
import { NameTable } from "./name-table.ts";

/** One line of an ignore file. */
export interface Rule {
  /** Of two rules that match, the one with the greater order decides. */
  readonly order: number;
  readonly negated: boolean;
  readonly directoryOnly: boolean;
}

/** A place in the path that a rule asks for: what the next name must be, or, if `deep`, any later one. Without a `next` the rule has matched. */
export interface Step {
  readonly rule: Rule;
  readonly deep: boolean;
  readonly name: NamePattern;
  readonly next: Step | undefined;
}

/** Answers that each state keeps. */
const keptEndings = 128;

/** States that are kept of one set of rules: names can lead to more than there is room for. */
const keptStates = 4_096;

/** How far a walk has come in the rules of one directory. Names are in lower case where case is ignored. */
export class RuleState {
  readonly #steps: readonly Step[];
  /** Steps that lead on from a directory of the right name. */
  readonly #inner: readonly Step[];
  readonly #spared = new Map<string, boolean>();
  /** By a step that a name has reached. */
  readonly #with = new Map<Step, RuleState>();
  /** How many states have been kept of the rules this one is of. */
  readonly #kept: { count: number };
  #below: RuleState | undefined;
  #files: NameTable | undefined;
  #directories: NameTable | undefined;

  constructor(steps: readonly Step[], kept = { count: 0 }) {
    this.#steps = steps;
    this.#kept = kept;
    this.#inner = steps.filter(({ next }) => next !== undefined);
  }

  /** No name can match any more. */
  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  /** The last rule that the entry itself matches. */
  lastMatch(name: string, isDirectory: boolean): Rule | undefined {
    const table = isDirectory ? (this.#directories ??= this.#tableOf(true)) : (this.#files ??= this.#tableOf(false));
    return table.last(name);
  }

  /** As `IgnoreLevel.spares`; kept, as every walk asks again. */
  spares(ending: string): boolean {
    let spared = this.#spared.get(ending);
    if (spared === undefined) {
      spared = !this.#steps.some((step) => step.next === undefined && mayLeaveOut(step, ending));
      if (this.#spared.size === keptEndings) this.#spared.clear();
      this.#spared.set(ending, spared);
    }
    return spared;
  }

  /** The state in a child directory: often this one, with its tables, and the same for names that say the same. */
  enter(name: string): RuleState {
    let below = (this.#below ??= this.#stay());
    for (const step of this.#inner) if (step.next !== undefined && step.name.test(name)) below = below.#and(step.next);
    return below;
  }

  #and(step: Step): RuleState {
    const known = this.#with.get(step);
    if (known !== undefined) return known;
    const both = this.#steps.includes(step) ? this : new RuleState([...this.#steps, step], this.#kept);
    if (this.#kept.count < keptStates) {
      this.#kept.count++;
      this.#with.set(step, both);
    }
    return both;
  }

  #tableOf(isDirectory: boolean): NameTable {
    return new NameTable(this.#steps.filter(({ next, rule }) => next === undefined && (isDirectory || !rule.directoryOnly)));
  }

  /** The state in a directory whose name says nothing. */
  #stay(): RuleState {
    const deep = this.#steps.filter((step) => step.deep);
    return deep.length === this.#steps.length ? this : new RuleState(deep, this.#kept);
  }
}

/** May it leave out a file whose name has this ending and does not begin with a dot? */
function mayLeaveOut({ rule, name }: Step, ending: string): boolean {
  return !rule.negated && !rule.directoryOnly && !name.head.startsWith(".") && admitsEnding(name.tail, ending);
}
