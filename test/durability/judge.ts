import { openLogVolume } from "../../src/volumes/opfs/log-volume.ts";
import { createMemoryFolder } from "../support/memory-folder.ts";
import { createHistory, digestOf } from "./operations.ts";
import type { Found } from "./page/messages.ts";

/** What was found wrong after a kill. */
export interface Verdict {
  /** Changes that were acknowledged and are not there. */
  readonly lost: number;
  /** Files whose bytes are of no version that any file had. */
  readonly torn: number;
  /** States between two: parts of a batch. */
  readonly half: number;
  /** Files in the volume's directory that are none of its own, and call ids of which it says something else than the files do. */
  readonly strays: number;
  /** Volumes that did not open. */
  readonly unopened: number;
}

export const well: Verdict = { lost: 0, torn: 0, half: 0, strays: 0, unopened: 0 };

export interface Kill {
  readonly found: Found;
  /** The call ids whose fate `found` tells. */
  readonly known: readonly string[];
  /** The last operation that was told done before the kill. */
  readonly acknowledged: number;
}

export interface Judge {
  /** `last`: the last operation that was done, acknowledged or not. */
  judge(kill: Kill): Promise<{ readonly verdict: Verdict; readonly last: number }>;
}

const ownNames = /^(manifest-[01]|reserve|segment-\d+)$/;
/** Knows every state of the history, one after the other. */
export async function createJudge(seed: number): Promise<Judge> {
  const { volume, operate } = await createHistory(await openLogVolume("log", createMemoryFolder()), seed);
  const digests = new Set<string>();
  let last = 0;

  async function state(): Promise<string> {
    const lines = await digestOf(volume);
    for (const line of lines) digests.add(digestIn(line));
    return lines.join("\n");
  }

  async function next(): Promise<string> {
    last += 1;
    await operate(last);
    return state();
  }

  function wrongFates({ found, known }: Kill): number {
    return known.filter((callId, index) => found.committed[index] !== volume.committed(callId)).length;
  }

  return {
    async judge(kill) {
      const { found, acknowledged } = kill;
      const text = found.lines.join("\n");
      const states = [await state()];
      while (last < acknowledged) states.push(await next());
      const earlier = states.lastIndexOf(text);
      let now = states.at(-1);
      // Much may have been done before the word of it got out of a busy browser.
      while (now !== text && earlier < 0 && last < found.reached) now = await next();
      const strays = found.files.filter((name) => !ownNames.test(name)).length;
      if (now === text) return { verdict: { ...well, strays: strays + wrongFates(kill) }, last };
      const lost = earlier < 0 ? 0 : states.length - 1 - earlier;
      const torn = found.lines.filter((line) => !digests.has(digestIn(line))).length;
      return { verdict: { ...well, lost, torn, half: lost + torn > 0 ? 0 : 1, strays }, last };
    },
  };
}

function digestIn(line: string): string {
  return line.slice(line.lastIndexOf(" ") + 1);
}
