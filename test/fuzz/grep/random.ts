/** The same numbers for the same seed, on every machine. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  below(limit: number): number;
  pick<T>(options: readonly T[]): T;
  /** True once in `times`. */
  once(times: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return { below, pick: (options) => options[below(options.length)] as (typeof options)[number], once: (times) => below(times) === 0 };
}
