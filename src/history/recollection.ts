import type { VolumePath } from "../core/path.ts";
import type { Entry } from "../volumes/volume.ts";
import { createLives, type Lives } from "./lives.ts";
import { unpackRecord } from "./format.ts";
import type { Held } from "./shelf.ts";

/** Lives that are followed when somebody asks for them: who only writes does not pay for the way back. */
export interface Recollection {
  /** As of now. */
  lives(): Lives;
  /** A record was added. Lives that nobody has asked for while as much was added as they were made from are let go. */
  added(held: Held): void;
  /** There is no way back from the record any more; it is the oldest. */
  forget(number: number): void;
  clear(): void;
}

export interface Remembered {
  /** The records that there is a way back from, by their numbers: these have no gaps. */
  readonly whole: ReadonlyMap<number, Held>;
  lastNumber(): number;
  /** What stands at a path now, as the records have it. */
  entry(path: VolumePath): Entry | undefined;
}

export function createRecollection({ whole, lastNumber, entry }: Remembered): Recollection {
  let lives: Lives | undefined;
  let next = 0;
  /** Bytes of the heads that were read, and of those that came since somebody asked. */
  let [read, unread] = [0, 0];

  function clear(): void {
    lives = undefined;
    [next, read, unread] = [0, 0, 0];
  }

  function begin(): Lives {
    const [first] = whole.keys();
    next = first ?? lastNumber() + 1;
    return createLives(entry);
  }

  function trace(known: Lives, { number, packed, headBytes }: Held): void {
    const { record, pieces = [] } = unpackRecord(packed);
    known.trace({ number, ...record }, pieces);
    read += headBytes;
  }

  return {
    lives() {
      const known = (lives ??= begin());
      for (; next <= lastNumber(); next++) {
        const held = whole.get(next);
        if (held) trace(known, held);
      }
      unread = 0;
      return known;
    },
    added({ headBytes }) {
      if (!lives) return;
      unread += headBytes;
      if (unread > read) clear();
    },
    forget: (number) => lives?.forget(number),
    clear,
  };
}
