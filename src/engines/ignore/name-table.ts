import type { Rule, Step } from "./rule-state.ts";

/**
 * Finds the last of many rules that a name matches. Most patterns are literal, begin or end in a literal: of an ordinary name four units are
 * looked at, and it is told from them that no rule can match.
 */
export class NameTable {
  readonly #isEmpty: boolean;
  readonly #sieve = new Sieve();
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
    if (this.#isEmpty || !this.#sieve.passes(name)) return undefined;
    let last = this.#literal.get(name);
    if (this.#byTail.size > 0) last = later(this.#byTail.get(tailKey(name)), name, last);
    if (this.#byHead.size > 0) last = later(this.#byHead.get(headKey(name)), name, last);
    return later(this.#others, name, last);
  }

  #add(step: Step): void {
    const { head, tail, isLiteral } = step.name;
    this.#sieve.add(head, tail);
    if (isLiteral) {
      if (!this.#literal.has(head)) this.#literal.set(head, step.rule);
    } else if (tail.length > 1) append(this.#byTail, tailKey(tail), step);
    else if (head.length > 1) append(this.#byHead, headKey(head), step);
    else this.#others.push(step);
  }
}

/** Keeps out names that begin or end as no pattern does. It lets a few others through. */
class Sieve {
  readonly #heads = new Uint8Array(256);
  readonly #tails = new Uint8Array(256);
  readonly #ends = new Uint8Array(128);
  #passesAll = false;

  passes(name: string): boolean {
    const end = name.charCodeAt(name.length - 1);
    return this.#tails[tailBit(name)] === 1 || this.#heads[headBit(name)] === 1 || this.#ends[end & 127] === 1 || this.#passesAll;
  }

  /** How all names that a pattern matches begin and end. */
  add(head: string, tail: string): void {
    if (tail.length > 1) this.#tails[tailBit(tail)] = 1;
    else if (tail.length === 1) this.#ends[tail.charCodeAt(0) & 127] = 1;
    else if (head.length > 1) this.#heads[headBit(head)] = 1;
    else this.#passesAll = true;
  }
}

function tailBit(text: string): number {
  return (text.charCodeAt(text.length - 2) * 31 + text.charCodeAt(text.length - 1)) & 255;
}

function headBit(text: string): number {
  return (text.charCodeAt(0) * 31 + text.charCodeAt(1)) & 255;
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
