import type { ClassItem, ClassSet, Syntax } from "./syntax.ts";
import { contains } from "./code-point-set.ts";
import { partsOf } from "./syntax.ts";
import { property } from "./unicode/tables.ts";

/**
 * Should smart case ignore case? Yes when the pattern writes a character and no upper-case one, however it is written: `\x41` counts, the
 * letter of an escape such as `\A` and a group's name do not. Throws TableMissing where a letter beyond ASCII decides.
 */
export function ignoresCase(syntax: Syntax): boolean {
  const written = [...writtenCharacters(syntax)];
  return written.length > 0 && !written.some(isUpperCase);
}

function isUpperCase(codePoint: number): boolean {
  if (codePoint < 0x80) return codePoint >= 0x41 && codePoint <= 0x5a;
  return contains(property("Uppercase") as readonly number[], codePoint);
}

function* writtenCharacters(syntax: Syntax): Generator<number> {
  if (syntax.kind === "literal") yield syntax.codePoint;
  else if (syntax.kind === "class") yield* writtenInSet(syntax.set);
  else for (const part of partsOf(syntax)) yield* writtenCharacters(part);
}

function* writtenInSet(set: ClassSet): Generator<number> {
  if (set.kind === "union") {
    for (const item of set.items) yield* writtenInItem(item);
  } else {
    yield* writtenInSet(set.left);
    yield* writtenInSet(set.right);
  }
}

function* writtenInItem(item: ClassItem): Generator<number> {
  if (item.kind === "range") yield* [item.low.codePoint, item.high.codePoint];
  else if (item.kind === "class") yield* writtenInSet(item.set);
}
