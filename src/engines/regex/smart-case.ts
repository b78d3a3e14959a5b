import { isCased } from "./case-fold.ts";
import { patternFault } from "./faults.ts";
import type { Span } from "./faults.ts";
import type { Syntax } from "./syntax.ts";

interface WrittenCharacter {
  readonly codePoint: number;
  readonly span: Span;
}

/**
 * Should smart case ignore case? Yes when the pattern writes a character and no upper-case one, however it is written: `\x41` counts, the
 * letter of an escape such as `\A` and a group's name do not. Throws invalid_pattern where only a letter beyond ASCII could decide.
 */
export function ignoresCase(pattern: string, syntax: Syntax): boolean {
  const written = [...writtenCharacters(syntax)];
  if (written.some(({ codePoint }) => codePoint >= 0x41 && codePoint <= 0x5a)) return false;
  const undecided = written.find(({ codePoint }) => codePoint >= 0x80 && isCased(codePoint));
  if (undecided) throw patternFault(pattern, "not_supported_yet", undecided.span);
  return written.length > 0;
}

function* writtenCharacters(syntax: Syntax): Generator<WrittenCharacter> {
  switch (syntax.kind) {
    case "literal":
      yield syntax;
      return;
    case "class":
      for (const { low, high, span } of syntax.items)
        yield* [
          { codePoint: low, span },
          { codePoint: high, span },
        ];
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
    case "assertion":
      return;
    default:
      syntax satisfies never;
  }
}
