import type { Kind } from "../core/errors.ts";
import type { WalkFilter, WalkState } from "./access.ts";

const picked: WalkState = { accepts: true, opens: true };
const passed: WalkState = { accepts: false, opens: true };

/** Everything of these kinds; absent: of all. */
export function everything(kinds?: readonly Kind[]): WalkFilter<WalkState> {
  return { start: picked, kinds, step: () => picked, unhides: () => false, share: () => "all", beneath: () => picked };
}

/** Entries whose name passes, wherever they stand. */
export function entriesNamed(test: (name: string) => boolean, kinds: readonly Kind[]): WalkFilter<WalkState> {
  return { start: passed, kinds, step: (_, name) => (test(name) ? picked : passed), unhides: () => false, beneath: () => passed };
}

interface PathState extends WalkState {
  readonly path: string;
}

/** Entries whose root-relative path passes, below the directory `from`. */
export function entriesAt(from: string, test: (path: string) => boolean, kinds: readonly Kind[]): WalkFilter<PathState> {
  return {
    start: { path: from, accepts: false, opens: true },
    kinds,
    step(directory, name) {
      const path = directory.path === "" ? name : `${directory.path}/${name}`;
      return { path, accepts: test(path), opens: true };
    },
    unhides: () => false,
  };
}

interface PairState<A, B> extends WalkState {
  readonly first: A | undefined;
  readonly second: B | undefined;
}

/** What either looks for, of the first one's kinds. */
export function eitherOf<A extends WalkState, B extends WalkState>(
  first: WalkFilter<A>,
  second: WalkFilter<B>,
): WalkFilter<PairState<A, B>> {
  return {
    start: pair(first.start, second.start) as PairState<A, B>,
    kinds: first.kinds,
    step: (state, name) => pair(state.first && first.step(state.first, name), state.second && second.step(state.second, name)),
    unhides: (state, name) =>
      (state.first !== undefined && first.unhides(state.first, name)) || (state.second !== undefined && second.unhides(state.second, name)),
  };
}

function pair<A extends WalkState, B extends WalkState>(first: A | undefined, second: B | undefined): PairState<A, B> | undefined {
  if (first === undefined && second === undefined) return undefined;
  const states = [first, second];
  return { first, second, accepts: states.some((state) => state?.accepts), opens: states.some((state) => state?.opens) };
}
