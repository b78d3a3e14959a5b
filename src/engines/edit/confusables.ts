/**
 * Characters that are easily taken for ASCII, with the ASCII they stand for. A change of this table changes which edits are accepted: a row
 * belongs here only if exchanging the two never changes what a program or a text means to say. Sorted by code point.
 */
interface Confusable {
  readonly first: number;
  /** Of a range; `first` when absent. */
  readonly last?: number;
  readonly ascii: string;
}

export const confusables: readonly Confusable[] = [
  { first: 0x00a0, ascii: " " },
  { first: 0x00ab, ascii: '"' },
  { first: 0x00bb, ascii: '"' },
  { first: 0x1680, ascii: " " },
  { first: 0x2000, last: 0x200a, ascii: " " },
  { first: 0x200b, last: 0x200d, ascii: "" },
  { first: 0x2010, last: 0x2015, ascii: "-" },
  { first: 0x2018, last: 0x201b, ascii: "'" },
  { first: 0x201c, last: 0x201f, ascii: '"' },
  { first: 0x2026, ascii: "..." },
  { first: 0x202f, ascii: " " },
  { first: 0x2032, ascii: "'" },
  { first: 0x2033, ascii: '"' },
  { first: 0x2039, last: 0x203a, ascii: "'" },
  { first: 0x205f, ascii: " " },
  { first: 0x2060, ascii: "" },
  { first: 0x2212, ascii: "-" },
  { first: 0x3000, ascii: " " },
  { first: 0xfb00, ascii: "ff" },
  { first: 0xfb01, ascii: "fi" },
  { first: 0xfb02, ascii: "fl" },
  { first: 0xfb03, ascii: "ffi" },
  { first: 0xfb04, ascii: "ffl" },
  { first: 0xfe58, ascii: "-" },
  { first: 0xfe63, ascii: "-" },
  { first: 0xfeff, ascii: "" },
];

/** Forms as wide as an ideograph: each is its ASCII character plus this. U+FF0D, the wide hyphen, is one of them. */
export const fullWidth = { first: 0xff01, last: 0xff5e, offset: 0xfee0 } as const;
