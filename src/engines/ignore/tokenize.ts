import type { Element } from "../glob/segment.ts";
import { readByteClass } from "./byte-class.ts";
import { foldAscii } from "./byte-string.ts";

/** What a pattern is made of. A globstar is a run of stars that also matches slashes. */
export type Token = Element | { readonly kind: "slash"; readonly escaped: boolean } | { readonly kind: "globstar" };

export interface TokenizeOptions {
  readonly ignoreCase: boolean;
  /** The pattern is matched against a path: runs of stars may be globstars. Against a name, two stars are as good as one. */
  readonly path: boolean;
}

interface Read {
  readonly token: Token;
  readonly end: number;
}

/** The tokens of a pattern given as a byte string; undefined when it is malformed, and so never matches. */
export function tokenize(pattern: string, options: TokenizeOptions): Token[] | undefined {
  const tokens: Token[] = [];
  const prefix = literalPrefix(pattern);
  for (let at = 0; at < pattern.length;) {
    const read = pattern[at] === "*" ? readStars(pattern, at, options.path && prefix) : readToken(pattern, at, options.ignoreCase);
    if (read === undefined) return undefined;
    tokens.push(read.token);
    at = read.end;
  }
  return tokens;
}

/** Length of the text before the first special character. */
function literalPrefix(pattern: string): number {
  const special = pattern.search(/[*?[\\]/);
  return special < 0 ? pattern.length : special;
}

/**
 * Two stars or more between slashes, or ends, are a globstar. Git compares the literal beginning of a path pattern by itself and matches only
 * the rest, for which the stars behind it are then the start: `/f**` is `f` and a globstar. `prefix` is its length, or false.
 */
function readStars(pattern: string, at: number, prefix: number | false): Read {
  let end = at + 1;
  while (pattern[end] === "*") end++;
  const starts = at === prefix || pattern[at - 1] === "/";
  const stops = end === pattern.length || pattern[end] === "/" || pattern.startsWith("\\/", end);
  const isGlobstar = prefix !== false && end - at > 1 && starts && stops;
  return { token: { kind: isGlobstar ? "globstar" : "star" }, end };
}

function readToken(pattern: string, at: number, ignoreCase: boolean): Read | undefined {
  switch (pattern[at]) {
    case "?":
      return { token: { kind: "one" }, end: at + 1 };
    case "/":
      return { token: { kind: "slash", escaped: false }, end: at + 1 };
    case "\\":
      return readEscaped(pattern, at + 1);
    case "[": {
      const read = readByteClass(pattern, at, ignoreCase);
      return read && { token: { kind: "class", has: read.has }, end: read.end };
    }
    default: {
      const character = ignoreCase ? foldAscii(pattern.charAt(at)) : pattern.charAt(at);
      return { token: { kind: "literal", point: character.charCodeAt(0) }, end: at + 1 };
    }
  }
}

/** An escaped capital stays one, and so never matches where case is ignored: git lower-cases the name, and only what is not escaped. */
function readEscaped(pattern: string, at: number): Read | undefined {
  if (at === pattern.length) return undefined;
  const token: Token = pattern[at] === "/" ? { kind: "slash", escaped: true } : { kind: "literal", point: pattern.charCodeAt(at) };
  return { token, end: at + 1 };
}
