import type { Rule, Step } from "./rule-state.ts";

/**
 * Finds the last of many rules that a name matches. Most patterns are literal, begin or end in a literal, and so an ordinary name meets a few
 * look-ups and no other pattern.
 */
export class NameTable {
  readonly #isEmpty: boolean;
  readonly #literal = new Map<string, Rule>();
  readonly #byTail = new Map<number, Step[]>();
  readonly #byHead = new Map<number, Step[]>();
  /** Last rule first, as in the other lists. */
  readonly #others: Step[] = [];

  constructor(steps: readonly Step[]) {
    this.#isEmpty = steps.length === 0;
    for (const step of steps.toSorted((a, b) => b.rule.order - a.rule.order)) this.#add(step);
  }

  last(name: string): Rule | undefined {
    if (this.#isEmpty) return undefined;
    let last = this.#literal.get(name);
    if (this.#byTail.size > 0) last = later(this.#byTail.get(tailKey(name)), name, last);
    if (this.#byHead.size > 0) last = later(this.#byHead.get(headKey(name)), name, last);
    return later(this.#others, name, last);
  }

  #add(step: Step): void {
    const { head, tail, isLiteral } = step.name;
    if (isLiteral) {
      if (!this.#literal.has(head)) this.#literal.set(head, step.rule);
    } else if (tail.length > 1) append(this.#byTail, tailKey(tail), step);
    else if (head.length > 1) append(this.#byHead, headKey(head), step);
    else this.#others.push(step);
  }
}

/** The last of the steps' rules that match, unless `known` is later. */
function later(steps: readonly Step[] | undefined, name: string, known: Rule | undefined): Rule | undefined {
  if (steps === undefined) return known;
  for (const { rule, name: pattern } of steps) {
    if (known !== undefined && rule.order <= known.order) return known;
    if (pattern.test(name)) return rule;
  }
  return known;
}

/** Names that end alike have the same key: the last two units as one number, which is cheaper to look up than a text cut out. */
function tailKey(text: string): number {
  return text.length > 1 ? (text.charCodeAt(text.length - 2) << 16) | text.charCodeAt(text.length - 1) : -1;
}

function headKey(text: string): number {
  return text.length > 1 ? (text.charCodeAt(0) << 16) | text.charCodeAt(1) : -1;
}

function append(steps: Map<number, Step[]>, key: number, step: Step): void {
  const known = steps.get(key);
  if (known === undefined) steps.set(key, [step]);
  else known.push(step);
}
