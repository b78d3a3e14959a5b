import { extensionOf, type NamePattern } from "./name-pattern.ts";

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

/** How far a walk has come in the rules of one file. Names are byte strings, in lower case where case is ignored. */
export class RuleState {
  readonly #steps: readonly Step[];
  /** Steps that lead on from a directory of the right name. */
  readonly #inner: readonly Step[];
  #below: RuleState | undefined;
  #files: NameTable | undefined;
  #directories: NameTable | undefined;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#inner = steps.filter(({ next }) => next !== undefined);
  }

  /** No name can match any more. */
  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  /** The last rule that the entry itself matches. */
  lastMatch(name: string, isDirectory: boolean): Rule | undefined {
    return (isDirectory ? this.#directoryTable() : this.#fileTable()).last(name);
  }

  enter(name: string): RuleState {
    const below = (this.#below ??= this.#stay());
    const reached = this.#inner.flatMap((step) => (step.next !== undefined && step.name.test(name) ? [step.next] : []));
    return reached.length === 0 ? below : new RuleState([...new Set([...below.#steps, ...reached])]);
  }

  /** The state in a directory whose name says nothing. Most directories share it, and with it the tables. */
  #stay(): RuleState {
    const deep = this.#steps.filter((step) => step.deep);
    return deep.length === this.#steps.length ? this : new RuleState(deep);
  }

  #fileTable(): NameTable {
    return (this.#files ??= new NameTable(this.#steps.filter(({ next, rule }) => next === undefined && !rule.directoryOnly)));
  }

  #directoryTable(): NameTable {
    return (this.#directories ??= new NameTable(this.#steps.filter(({ next }) => next === undefined)));
  }
}

/** Finds the last rule for a name: literal names in one look-up, patterns that end in an extension only for names that have it. */
class NameTable {
  readonly #literal = new Map<string, Rule>();
  /** Last rule first, as the others are. */
  readonly #byExtension = new Map<string, Step[]>();
  readonly #others: Step[] = [];

  constructor(steps: readonly Step[]) {
    for (const step of steps.toSorted((a, b) => b.rule.order - a.rule.order)) this.#add(step);
  }

  last(name: string): Rule | undefined {
    let last = this.#literal.get(name);
    if (this.#byExtension.size > 0) {
      const steps = this.#byExtension.get(extensionOf(name) ?? "");
      if (steps !== undefined) last = later(steps, name, last);
    }
    return later(this.#others, name, last);
  }

  #add(step: Step): void {
    const { literal, extension } = step.name;
    if (literal !== undefined) {
      if (!this.#literal.has(literal)) this.#literal.set(literal, step.rule);
    } else if (extension === undefined) this.#others.push(step);
    else {
      const steps = this.#byExtension.get(extension);
      if (steps === undefined) this.#byExtension.set(extension, [step]);
      else steps.push(step);
    }
  }
}

/** The last of the steps' rules that match, unless `known` is later. */
function later(steps: readonly Step[], name: string, known: Rule | undefined): Rule | undefined {
  for (const { rule, name: pattern } of steps) {
    if (known !== undefined && rule.order <= known.order) return known;
    if (pattern.test(name)) return rule;
  }
  return known;
}
