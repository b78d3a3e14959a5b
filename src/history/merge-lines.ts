import { limits } from "../core/limits.ts";
import { decodeStrict, encode, isBinary } from "../core/text.ts";
import { changesBetween, type Change } from "../engines/diff/changes.ts";
import { differingPart } from "../engines/diff/differing-part.ts";

/**
 * What `base` becomes with the changes of both, line by line; undefined where they overlap or touch, and for what is not text. Which of the two
 * came first makes no difference.
 */
export function mergeLines(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Uint8Array | undefined {
  const [old, one, other] = [textOf(base), textOf(ours), textOf(theirs)];
  if (old === undefined || one === undefined || other === undefined) return undefined;
  const changes = [...changesOf(old, one), ...changesOf(old, other)].sort((a, b) => a.start - b.start || a.end - b.end);
  const apart = changes.every((change, index) => index === 0 || (changes[index - 1] as Change).end < change.start);
  return apart ? encode(applyChanges(old, changes)) : undefined;
}

function textOf(bytes: Uint8Array): string | undefined {
  return isBinary(bytes, limits.binaryWindow) ? undefined : decodeStrict(bytes);
}

/** Changes of one text never touch each other, so that two that do are of both. */
function changesOf(before: string, after: string): readonly Change[] {
  const { removed, added, firstLine } = differingPart(before, after, 0);
  return changesBetween(removed, added, firstLine - 1);
}

function applyChanges(text: string, changes: readonly Change[]): string {
  const lines = text.split(/(?<=\n)/);
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, added } of changes) {
    parts.push(...lines.slice(done, start), ...added);
    done = end;
  }
  return [...parts, ...lines.slice(done)].join("");
}
