import type { ClassItem, ClassSet, Syntax } from "./syntax.ts";
import { contains } from "./code-point-set.ts";
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
  switch (syntax.kind) {
    case "literal":
      yield syntax.codePoint;
      return;
    case "class":
      yield* writtenInSet(syntax.set);
      return;
    case "group":
    case "repetition":
      yield* writtenCharacters(syntax.body);
      return;
    case "concatenation":
      for (const part of syntax.parts) yield* writtenCharacters(part);
      return;
    case "alternation":
      for (const branch of syntax.branches) yield* writtenCharacters(branch);
      return;
    case "empty":
    case "dot":
    case "perl_class":
    case "unicode_class":
    case "assertion":
    case "flags":
      return;
    default:
      syntax satisfies never;
  }
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
