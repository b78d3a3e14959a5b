/** One code point of a pattern, its escape already undone. */
export interface Token {
  readonly character: string;
  readonly escaped: boolean;
  /** 0-based UTF-16 offset into the pattern, of the backslash when escaped. */
  readonly offset: number;
}

/** Does the token stand for the syntax `character`, not for an escaped one? */
export function isSyntax(token: Token | undefined, character: string): boolean {
  return token !== undefined && !token.escaped && token.character === character;
}
