/** Characters with a meaning of their own somewhere in a pattern; a backslash before one makes it a literal. */
function isMetaCharacter(character: string): boolean {
  return "\\.+*?()|[]{}^$#&-~".includes(character);
}

/** A backslash may stand before any ASCII punctuation, space or control; letters, digits, `<` and `>` are kept for other meanings. */
export function isEscapable(character: string): boolean {
  if (isMetaCharacter(character)) return true;
  return character.charCodeAt(0) < 0x80 && !/[0-9A-Za-z<>]/.test(character);
}

export function isHexDigit(character: string): boolean {
  return /^[0-9A-Fa-f]$/.test(character);
}

export function isDigit(character: string): boolean {
  return /^[0-9]$/.test(character);
}

export function isWhitespace(character: string): boolean {
  return /^\p{White_Space}$/u.test(character);
}

export function isNameCharacter(character: string, first: boolean): boolean {
  if (character === "_" || /^\p{Alphabetic}$/u.test(character)) return true;
  return !first && /^[.[\]\p{N}]$/u.test(character);
}

/** A character a text can hold: a code point that is no surrogate. */
export function isScalarValue(codePoint: number): boolean {
  return codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
}
