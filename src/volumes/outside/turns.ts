/** Work that must not overlap: each piece begins when the one before has ended, however that did. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when what has been begun so far has ended. */
  rest(): Promise<void>;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();

  function take<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {}); // whoever took the turn is told
    return turn;
  }

  return { take, rest: async () => void (await last) };
}
