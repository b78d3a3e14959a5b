/** The UTF-16 offset of the character after the one at `offset`; at the end of the text, one beyond it. */
export function nextCharacter(text: string, offset: number): number {
  return offset + ((text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1);
}
