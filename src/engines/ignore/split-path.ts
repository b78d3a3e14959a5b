import type { Element } from "../glob/segment.ts";
import type { Token } from "./tokenize.ts";

/** One component of a pattern; `deep`: any number of directories, also none, may come before it. */
export interface Component {
  readonly deep: boolean;
  readonly elements: readonly Element[];
}

type Slash = Token & { readonly kind: "slash" };

const star: Token = { kind: "star" };
const slash: Token = { kind: "slash", escaped: false };
const globstar: Token = { kind: "globstar" };

/** A pattern as paths of components, any of which may match: two when a globstar stands behind a literal, else one. */
export function splitPath(tokens: readonly Token[]): Component[][] {
  return splitInnerGlobstar(tokens).map(toComponents);
}

/** Replaces the globstars in the middle of a component by such as fill one. They follow the literal beginning, so that there is one run of them. */
function splitInnerGlobstar(tokens: readonly Token[]): (readonly Token[])[] {
  const at = tokens.findIndex((token, i) => token.kind === "globstar" && i > 0 && tokens[i - 1]?.kind !== "slash");
  if (at < 0) return [tokens];
  const begin = tokens.slice(0, at);
  const end = tokens.slice(lastOfRun(tokens, at) + 1);
  const below = [...begin, star, slash, globstar];
  if (end.length === 0) return [[...begin, star], below];
  return (end[0] as Slash).escaped
    ? [[...below, slash, ...end.slice(1)]]
    : [
        [...begin, ...end.slice(1)],
        [...below, ...end],
      ];
}

/** Globstars with only a slash between them match what the last of them matches. */
function lastOfRun(tokens: readonly Token[], first: number): number {
  let last = first;
  while (isSlash(tokens[last + 1]) && tokens[last + 2]?.kind === "globstar") last += 2;
  return last;
}

function isSlash(token: Token | undefined): boolean {
  return token?.kind === "slash" && !token.escaped;
}

/** Every globstar fills a component here, so it only says how deep the next one may lie. Behind an escaped slash lies one directory at least. */
function toComponents(tokens: readonly Token[]): Component[] {
  const components: Component[] = [];
  let deep = false;
  let elements: Element[] = [];
  const close = (nextIsDeep: boolean): void => {
    components.push({ deep, elements });
    deep = nextIsDeep;
    elements = [];
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === "slash") close(false);
    else if (token.kind !== "globstar") elements.push(token);
    else if (isSlash(tokens[i + 1])) {
      deep = true;
      i++;
    } else {
      elements.push({ kind: "star" });
      if (tokens[i + 1] === undefined) deep = true;
      else {
        close(true);
        i++;
      }
    }
  }
  close(false);
  return components;
}
