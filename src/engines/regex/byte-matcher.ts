import type { ByteSpan, SearchRange } from "./pike.ts";
import type { Hir } from "./hir.ts";
import type { Needle } from "./needle.ts";
import { PikeMachine } from "./pike.ts";
import type { Program } from "./program.ts";
import type { StartFinder } from "./start-finder.ts";
import { compileProgram } from "./program.ts";
import { createStartFinder } from "./start-finder.ts";
import { isCharacterBoundary } from "./utf8.ts";

export interface ByteMatcherOptions {
  /** An empty match never stands inside a character: true. */
  readonly utf8?: boolean;
  /** LF. */
  readonly lineTerminator?: number;
}

/** Finds matches in bytes, as Rust's regex crate does. */
export interface ByteMatcher {
  /** The leftmost match in the range; of several there, the one a backtracking engine prefers. */
  find(bytes: Uint8Array, range?: SearchRange): ByteSpan | undefined;
  /** Where the leftmost match in the range begins; faster than `find`, which has to know where it ends. */
  findStart(bytes: Uint8Array, range?: SearchRange): number | undefined;
  /** Matches one after another. An empty one right at the end of the last is left out, as Rust's `find_iter` does. */
  findAll(bytes: Uint8Array, range?: SearchRange): Generator<ByteSpan>;
}

/** Shorter texts are searched at once. */
const worthwhile = 128;

/** `pattern` is for the error. Throws invalid_pattern {reason: "too_large"} and TableMissing. */
export function createByteMatcher(pattern: string, hir: Hir, { utf8 = true, lineTerminator = 0x0a }: ByteMatcherOptions = {}): ByteMatcher {
  return matcherOf(compileProgram(pattern, hir, { lineTerminator }), { utf8 });
}

/** As `createByteMatcher`, of what was compiled. */
export function matcherOf(
  program: Program,
  { utf8, prefix }: { readonly utf8: boolean; readonly prefix?: Needle | undefined },
): ByteMatcher {
  const machine = new PikeMachine(program);
  let finder: StartFinder | undefined;
  const starts = (): StartFinder => (finder ??= createStartFinder(program, prefix));

  function find(bytes: Uint8Array, range: SearchRange = {}): ByteSpan | undefined {
    let match = leftmost(bytes, range);
    while (utf8 && match !== undefined && !isCharacterBoundary(bytes, match.end)) {
      if (range.anchored) return undefined;
      match = leftmost(bytes, { ...range, from: match.end + 1 });
    }
    return match;
  }

  function leftmost(bytes: Uint8Array, range: SearchRange): ByteSpan | undefined {
    const { from = 0, to = bytes.length, anchored = false } = range;
    if (anchored || program.anchored || to - from < worthwhile) return machine.find(bytes, range);
    const start = starts().find(bytes, { from, to, text: range.text });
    return start === undefined ? undefined : machine.find(bytes, { from: start, to, text: range.text });
  }

  function findStart(bytes: Uint8Array, range: SearchRange = {}): number | undefined {
    const { from = 0, to = bytes.length } = range;
    if (utf8 || range.anchored || to - from < worthwhile) return find(bytes, range)?.start;
    const start = starts().find(bytes, { from, to, text: range.text });
    if (start === undefined || starts().beginsAt(bytes, start, to)) return start;
    return machine.find(bytes, { from: start, to, text: range.text })?.start;
  }

  function* findAll(bytes: Uint8Array, range: SearchRange = {}): Generator<ByteSpan> {
    const { to = bytes.length } = range;
    let last = -1;
    for (let from = range.from ?? 0; from <= to;) {
      const match = find(bytes, { ...range, from });
      if (match === undefined) return;
      if (match.start === match.end && match.end === last) {
        from++;
        continue;
      }
      yield match;
      from = last = match.end;
    }
  }

  return { find, findStart, findAll };
}
