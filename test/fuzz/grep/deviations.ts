import { isPortsideError } from "../../../src/core/errors.ts";
import { parse } from "../../../src/engines/regex/parser.ts";
import type { FuzzPattern } from "./patterns.ts";

/** Where the engine answers otherwise than ripgrep on purpose, or where ripgrep does not keep its own rule. */
export interface Deviation {
  readonly name: string;
  readonly reason: string;
  applies(pattern: FuzzPattern, text: string): boolean;
}

/** Is it refused for a parenthesis that nothing opens? */
function closesTooMuch(pattern: string): boolean {
  try {
    parse(pattern);
    return false;
  } catch (error) {
    return isPortsideError(error, "invalid_pattern") && error.details.reason === "group_unopened";
  }
}

const seesReturn = /\\r|\\x0d/i;
const emptyPlaces = /\\B|half|\{0|\\b|\\[<>]|[?*|]|^$/;

/** At most ten. */
export const deviations: readonly Deviation[] = [
  {
    name: "nul",
    reason: "ripgrep refuses a pattern that must match NUL; here it finds nothing, for binary files are skipped anyway",
    applies: ({ pattern }) => /\\x(?:00|\{0+\})/.test(pattern),
  },
  {
    name: "bare-pattern",
    reason: "ripgrep parses (?:PATTERN), so that `a)(b` is legal and a comment at the end is not; here the pattern itself is parsed",
    applies: ({ pattern }) => (/\(\?[a-zA-Z-]*x/.test(pattern) && pattern.includes("#")) || closesTooMuch(pattern),
  },
  {
    name: "cr-in-pattern",
    reason: "with --crlf ripgrep refuses a pattern with \\r; here it matches a lone CR",
    applies: ({ pattern }, text) => seesReturn.test(pattern) && text.includes("\r"),
  },
  {
    name: "crlf-multiline",
    reason: "across lines a CR is a character here; with --crlf ripgrep's dot and line anchors take it for an end of line",
    applies: ({ multiline }, text) => multiline && text.includes("\r"),
  },
  {
    name: "crlf-between",
    reason: "an empty match, or half a word boundary, is found by ripgrep between CR and LF; nothing sees the CR here",
    applies: ({ pattern, word }, text) => text.includes("\r") && (word || emptyPlaces.test(pattern)),
  },
  {
    name: "crlf-text-end",
    reason: "with --crlf ripgrep leaves the end of line in place before it looks for \\z and \\A",
    applies: ({ pattern }, text) => text.includes("\r") && /\\[Az]|-m/.test(pattern),
  },
  {
    name: "text-start-again",
    reason:
      "ripgrep goes on in the rest of the text, and takes its start for the text's: across lines `\\A` finds every line, here it holds once, and right " +
      "behind a match `\\b` and `\\B` do not see what they are behind; and behind a stray byte with which a line begins, which Rust's regex crate takes for the character before it, `\\B` sees a newline or nothing; and a whole word that begins with a newline may stand right behind another",
    applies: ({ pattern, multiline, word }, text) =>
      (multiline && (/\\[ABb<>]|-m/.test(pattern) || (word && /\\[snWD]|\[\^|\(\?s/.test(pattern)))) ||
      (text.includes("\n\uFFFD") && (word || /\\B|half/.test(pattern))),
  },
  {
    name: "word-empty",
    reason:
      "ripgrep's search for whole words tries fewer places for matches that may be empty than its rule, \\b{start-half}(?:…)\\b{end-half}, says",
    applies: ({ pattern, word }) => word && /[?*|{]|\\[AzbB<>]|^$/.test(pattern),
  },
];
