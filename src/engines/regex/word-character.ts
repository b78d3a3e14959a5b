const beyondAscii = /^[\p{Alphabetic}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\p{Join_Control}]$/u;

/**
 * Is it part of a word, as Unicode's UTS 18 says for `\w`? Beyond ASCII the host's own Unicode version answers, so that characters younger
 * than Unicode 16 may count where ripgrep does not count them.
 */
export function isWordCharacter(point: number): boolean {
  if (point >= 0x80) return beyondAscii.test(String.fromCodePoint(point));
  return (point >= 0x61 && point <= 0x7a) || (point >= 0x41 && point <= 0x5a) || (point >= 0x30 && point <= 0x39) || point === 0x5f;
}
