import type { ByteSpan, SearchRange } from "./pike.ts";
import type { Hir } from "./hir.ts";
import { PikeMachine } from "./pike.ts";
import { compileProgram } from "./program.ts";
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
  /** Matches one after another. An empty one right at the end of the last is left out, as Rust's `find_iter` does. */
  findAll(bytes: Uint8Array, range?: SearchRange): Generator<ByteSpan>;
}

/** `pattern` is for the error. Throws invalid_pattern {reason: "too_large"} and TableMissing. */
export function createByteMatcher(pattern: string, hir: Hir, { utf8 = true, lineTerminator = 0x0a }: ByteMatcherOptions = {}): ByteMatcher {
  const machine = new PikeMachine(compileProgram(pattern, hir, lineTerminator));

  function find(bytes: Uint8Array, range: SearchRange = {}): ByteSpan | undefined {
    let match = machine.find(bytes, range);
    for (let from = range.from ?? 0; utf8 && match !== undefined && !isCharacterBoundary(bytes, match.end);) {
      if (range.anchored) return undefined;
      from = Math.max(from + 1, match.start === match.end ? match.end + 1 : from + 1);
      match = machine.find(bytes, { ...range, from });
    }
    return match;
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

  return { find, findAll };
}
