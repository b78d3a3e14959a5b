import type { MaybePromise } from "../core/maybe-promise.ts";

/** One thing that every implementation must do. `run` throws an error that says what it did instead. */
export interface Case<Subject> {
  readonly name: string;
  run(open: Open<Subject>): Promise<void>;
}

/** Gives a fresh subject at each call; none is used by two cases. */
export type Open<Subject> = () => MaybePromise<Subject>;

/** Cases that an implementation does not pass, and why. */
export interface Deviation {
  readonly reason: string;
  readonly cases: readonly string[];
}

/** What a test runner offers, so that the suite needs none: with vitest `{ test, skip: (name) => test.skip(name, () => {}) }`. */
export interface Runner {
  test(name: string, run: () => Promise<void>): void;
  /** The name says why. */
  skip(name: string): void;
}

export interface Registration<Subject> {
  readonly cases: readonly Case<Subject>[];
  readonly open: Open<Subject>;
  readonly runner: Runner;
  /** Each is registered as skipped, with its reason. A name that no case has is an error: nothing is skipped by mistake. */
  readonly skip?: readonly Deviation[];
}

/** Registers every case as a test of its own. */
export function registerCases<Subject>({ cases, open, runner, skip = [] }: Registration<Subject>): void {
  const reasons = new Map(skip.flatMap(({ reason, cases: names }) => names.map((name) => [name, reason])));
  refuseUnknown([...reasons.keys()], cases);
  for (const { name, run } of cases) {
    const reason = reasons.get(name);
    if (reason === undefined) runner.test(name, () => run(open));
    else runner.skip(`${name} (deviates: ${reason})`);
  }
}

function refuseUnknown(names: readonly string[], cases: readonly Case<never>[]): void {
  const known = new Set(cases.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`no such case: ${unknown.join(", ")}`);
}
