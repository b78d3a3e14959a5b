import { equalBytes } from "../core/bytes.ts";
import { decodeStrict, encode } from "../core/text.ts";
import type { Contents } from "./contents.ts";
import { applyHunks, carryOver, compose, hunksBetween, inverse, type Hunk } from "./hunks.ts";
import { stepsOf, type Life, type TracedStep } from "./lives.ts";

export type Direction = "undo" | "redo";

/**
 * What a file held from step to step, and what it holds in a draft. Others' changes are followed one by one, each by itself: two versions far
 * apart compared as a whole would be laid side by side wrongly wherever lines repeat.
 */
export interface Trail {
  /** Does the draft hold what the step found, in that direction, and nothing else? */
  holdsStartOf(traced: TracedStep, direction: Direction): Promise<boolean>;
  /** Makes the step; false where others changed the same lines or the next, or it is no text. */
  make(traced: TracedStep, direction: Direction): Promise<boolean>;
  /** The draft holds what the step leaves. */
  begin(traced: TracedStep, direction: Direction): void;
  /** What the draft holds. */
  bytes(): Promise<Uint8Array>;
}

/** Indices of a step's versions of the file. */
interface Ends {
  readonly before?: number;
  readonly after?: number;
}

export async function createTrail(life: Life, contents: Contents): Promise<Trail> {
  const { ends, versions } = versionsOf(life, contents);
  const texts = createTexts();
  const edges = new Map<number, readonly Hunk[]>();
  /** The draft is the version at `at` with `changes`. At first it is what there is. */
  let at = versions.length - 1;
  let changes: readonly Hunk[] = [];
  await versions.at(-1)?.();

  async function textOf(version: number): Promise<string> {
    return texts.textOf(await (versions[version] as Read)());
  }

  /** From the version before to this one. */
  async function edgeTo(version: number): Promise<readonly Hunk[]> {
    const known = edges.get(version);
    if (known) return known;
    const later = await textOf(version);
    const hunks = hunksBetween(await textOf(version - 1), later);
    edges.set(version, hunks);
    return hunks;
  }

  async function goTo(version: number): Promise<void> {
    for (; at > version; at--) changes = compose(await edgeTo(at), changes);
    for (; at < version; at++) changes = compose(inverse(await edgeTo(at + 1)), changes);
  }

  function endsOf(traced: TracedStep, direction: Direction): { readonly start: number; readonly end: number } {
    const { before = 0, after = 0 } = ends.get(traced) ?? {};
    return direction === "undo" ? { start: after, end: before } : { start: before, end: after };
  }

  return {
    async holdsStartOf(traced, direction) {
      await goTo(endsOf(traced, direction).start);
      return changes.length === 0;
    },
    async make(traced, direction) {
      const { start, end } = endsOf(traced, direction);
      await goTo(start);
      if (changes.length > 0) {
        const step = direction === "undo" ? inverse(await edgeTo(start)) : await edgeTo(end);
        const carried = carryOver(step, changes);
        // Where others have made the step already, nothing is left of what overlaps.
        if (!carried && compose(inverse(step), changes).length > 0) return false;
        changes = carried ?? [];
      }
      at = end;
      return true;
    },
    begin(traced, direction) {
      at = endsOf(traced, direction).end;
      changes = [];
    },
    async bytes() {
      if (changes.length === 0) return (versions[at] as Read)();
      return texts.bytesOf(applyHunks(linesOf(await textOf(at)), changes).join(""));
    },
  };
}

type Read = () => Promise<Uint8Array>;

function versionsOf(life: Life, contents: Contents): { readonly ends: ReadonlyMap<TracedStep, Ends>; readonly versions: readonly Read[] } {
  const ends = new Map<TracedStep, Ends>();
  const versions: Read[] = [];
  for (const traced of stepsOf(life)) {
    const { before, after } = traced.step;
    const rewrites = before?.kind === "file" && before.kept !== undefined;
    if (rewrites && versions.length === 0) versions.push(() => contents.before(traced));
    const first = before && versions.length > 0 ? { before: versions.length - 1 } : {};
    if (after?.kind === "file" && (rewrites || !before)) versions.push(() => contents.after(traced));
    ends.set(traced, { ...first, ...(after && versions.length > 0 ? { after: versions.length - 1 } : {}) });
  }
  return { ends, versions };
}

interface Texts {
  textOf(bytes: Uint8Array): string;
  bytesOf(text: string): Uint8Array;
}

/** What is no text is one line that no text can have: it is the same as itself, and nothing can be merged with it. */
function createTexts(): Texts {
  const binaries: Uint8Array[] = [];

  function nameOf(bytes: Uint8Array): string {
    const known = binaries.findIndex((binary) => equalBytes(binary, bytes));
    return `\0${known < 0 ? binaries.push(bytes) - 1 : known}`;
  }

  return {
    textOf: (bytes) => (bytes.includes(0) ? nameOf(bytes) : (decodeStrict(bytes) ?? nameOf(bytes))),
    bytesOf: (text) => (text.startsWith("\0") ? (binaries[Number(text.slice(1))] as Uint8Array) : encode(text)),
  };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
