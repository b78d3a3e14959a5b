import type { Random } from "./random.ts";

/** Text, or bytes that are not UTF-8. */
export type FuzzText = Uint8Array;

const ascii = [
  "foo",
  "bar",
  "key",
  "Error",
  "TODO",
  "error",
  "ab",
  "aab",
  "a.b",
  "x1",
  "k",
  "K",
  "s",
  "->",
  "::",
  "  ",
  "\t",
  "=",
  "_",
  "-",
  "'",
  '"',
  "1",
  "42",
  "foo_bar",
  "fooBar",
  "",
  "(x)",
  "#",
  "na",
];
const beyond = [
  "é",
  "É",
  "straße",
  "ẞ",
  "数据",
  "σς",
  "Σ",
  "K",
  "ſ",
  "İ",
  "ı",
  "🚀",
  "e\u0301",
  "٣",
  "\u00a0",
  "\u2028",
  "\u0085",
  "あ",
  "ー",
  "Ж",
];
const invalid = [[0xff], [0xc3], [0xe2, 0x82], [0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f]];

/** Half of them ASCII; the others with characters beyond, bad bytes, CRLF or long lines. */
export function randomText(random: Random): FuzzText {
  const kind = random.pick(["ascii", "ascii", "ascii", "unicode", "unicode", "invalid", "crlf", "long"] as const);
  const lines = Array.from({ length: random.below(8) }, () => randomLine(random, kind));
  const ending = kind === "crlf" ? [0x0d, 0x0a] : [0x0a];
  const bytes = lines.flatMap((line, index) => [...line, ...(index + 1 < lines.length || !random.once(4) ? ending : [])]);
  return Uint8Array.from(bytes);
}

function randomLine(random: Random, kind: string): number[] {
  const length = kind === "long" ? 200 : random.below(7);
  return Array.from({ length }, () => randomPiece(random, kind)).flat();
}

function randomPiece(random: Random, kind: string): readonly number[] {
  if (kind === "invalid" && random.once(3)) return random.pick(invalid);
  const wide = (kind === "unicode" || kind === "invalid") && random.once(2);
  return [...new TextEncoder().encode(random.pick(wide ? beyond : ascii) + (random.once(3) ? " " : ""))];
}
