import { loneSurrogate } from "../../core/text.ts";
import { classEnd } from "./class.ts";
import { globLimits, invalidGlob } from "./fault.ts";
import { isSyntax, type Token } from "./token.ts";

/** The tokens of a well-formed pattern; throws invalid_glob for any other. */
export function tokenize(pattern: string): Token[] {
  if (pattern.length > globLimits.pattern) throw invalidGlob(pattern, globLimits.pattern, "pattern_too_long");
  const surrogate = loneSurrogate(pattern);
  if (surrogate >= 0) throw invalidGlob(pattern, surrogate, "lone_surrogate");
  const tokens = readTokens(pattern);
  checkNesting(pattern, tokens);
  return tokens;
}

function readTokens(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let offset = 0; offset < pattern.length;) {
    const escaped = pattern[offset] === "\\";
    const point = pattern.codePointAt(escaped ? offset + 1 : offset);
    if (point === undefined) throw invalidGlob(pattern, offset, "trailing_backslash");
    const character = String.fromCodePoint(point);
    tokens.push({ character, escaped, offset });
    offset += character.length + (escaped ? 1 : 0);
  }
  return tokens;
}

/** Every class is closed and holds something, every brace outside of classes has its partner. */
function checkNesting(pattern: string, tokens: readonly Token[]): void {
  const open: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (isSyntax(token, "[")) i = checkClass(pattern, tokens, i);
    else if (isSyntax(token, "{")) open.push(token);
    else if (isSyntax(token, "}") && open.pop() === undefined) throw invalidGlob(pattern, token.offset, "unopened_brace");
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) throw invalidGlob(pattern, unclosed.offset, "unclosed_brace");
}

function checkClass(pattern: string, tokens: readonly Token[], open: number): number {
  const end = classEnd(tokens, open);
  if (typeof end === "number") return end;
  throw invalidGlob(pattern, (tokens[open] as Token).offset, end);
}
