import { globstar, type Part } from "./automaton.ts";
import { classEnd } from "./class.ts";
import { expandBraces } from "./expand.ts";
import { compileSegment, type Segment } from "./segment.ts";
import { isSyntax, type Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/** The alternatives of a pattern, component by component. Equal segments are one object. Throws invalid_glob. */
export function parsePattern(pattern: string, ignoreCase: boolean): Part[][] {
  const segments = new Map<string, Segment>();
  const toPart = (tokens: readonly Token[]): Part => {
    if (isGlobstar(tokens)) return globstar;
    const source = sourceOf(tokens);
    const segment = segments.get(source) ?? compileSegment(pattern, tokens, ignoreCase);
    segments.set(source, segment);
    return segment;
  };
  return expandBraces(pattern, tokenize(pattern)).flatMap((tokens) => withEmptyTail(splitAtSlashes(tokens).map(toPart)));
}

function isGlobstar(tokens: readonly Token[]): boolean {
  return tokens.length === 2 && isSyntax(tokens[0], "*") && isSyntax(tokens[1], "*");
}

/** Stars side by side are one, but in a class: the alternatives of `{a*,*a}{a*,*a}…` are then far fewer than they seem. */
function sourceOf(tokens: readonly Token[]): string {
  const hasClass = tokens.some((token) => isSyntax(token, "["));
  let source = "";
  let last = "";
  for (const { escaped, character } of tokens) {
    const text = escaped ? `\\${character}` : character;
    if (hasClass || text !== "*" || last !== "*") source += text;
    last = text;
  }
  return source;
}

/** A `/` separates, escaped or not, but not in a class, which then never matches it. */
function splitAtSlashes(tokens: readonly Token[]): Token[][] {
  const components: Token[][] = [];
  let start = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (isSyntax(tokens[i], "[")) i = skipClass(tokens, i);
    else if (tokens[i]?.character === "/") {
      components.push(tokens.slice(start, i));
      start = i + 1;
    }
  }
  components.push(tokens.slice(start));
  return components;
}

/** A class that its component does not close stays for the compiler of segments to refuse. */
function skipClass(tokens: readonly Token[], open: number): number {
  const end = classEnd(tokens, open);
  return typeof end === "number" ? end : open;
}

// A globstar with a slash behind it may be empty together with the slash before it, at the end of a pattern: `a/**/` matches `a`.
function withEmptyTail(parts: Part[]): Part[][] {
  const last = parts.at(-1);
  const endsSo = last !== globstar && last?.literal === "" && parts.at(-2) === globstar;
  return endsSo ? [parts, ...withEmptyTail(parts.slice(0, -2))] : [parts];
}
