/** POSIX classes as pairs of first and last characters. They hold ASCII only, with and without Unicode. */
const classes: Readonly<Record<string, string>> = {
  alnum: "09AZaz",
  alpha: "AZaz",
  ascii: "\0\x7f",
  blank: "\t\t  ",
  cntrl: "\0\x1f\x7f\x7f",
  digit: "09",
  graph: "!~",
  lower: "az",
  print: " ~",
  punct: "!/:@[`{~",
  space: "\t\r  ",
  upper: "AZ",
  word: "09AZ__az",
  xdigit: "09AFaf",
};

export function isAsciiClassName(name: string): boolean {
  return Object.hasOwn(classes, name);
}

/** Sorted ranges, [first, last, first, last, …]. */
export function asciiClass(name: string): number[] {
  return Array.from(classes[name] ?? "", (character) => character.charCodeAt(0));
}
