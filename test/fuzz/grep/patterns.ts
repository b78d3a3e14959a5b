import type { Random } from "./random.ts";

/** A pattern and how it is searched for. */
export interface FuzzPattern {
  readonly pattern: string;
  readonly case: "sensitive" | "insensitive" | "smart";
  readonly fixed: boolean;
  readonly word: boolean;
  readonly multiline: boolean;
}

const words = [
  "foo",
  "bar",
  "key",
  "Error",
  "TODO",
  "na",
  "ab",
  "ß",
  "straße",
  "数据",
  "é",
  "Σ",
  "k",
  "s",
  "x1",
  "error",
  "->",
  "::",
  "a.b",
  "🚀",
];
const characters = [
  ..."abcdefkxyzABKSZ019_ -.:,;/\"'#=<>~%&@!é數σςßİıK🚀\t",
  "\\n",
  "\\r",
  "\\t",
  "\\x41",
  "\\x{e9}",
  "\\u{1F680}",
  "\\.",
  "\\-",
  "\\ ",
  "\\&",
  "\\#",
  "\\~",
  "\\/",
  "\\x00",
];
const classes = [
  "\\w",
  "\\W",
  "\\d",
  "\\D",
  "\\s",
  "\\S",
  "\\pL",
  "\\p{Lu}",
  "\\p{Ll}",
  "\\PL",
  "\\p{Greek}",
  "\\p{Han}",
  "\\p{Emoji}",
  "\\p{P}",
  "\\p{sc=Latin}",
  "\\p{Alphabetic}",
  "\\P{Lu}",
  "\\pN",
  "\\p{White_Space}",
  "\\p{scx:Hira}",
  "\\p{age=5.2}",
  "\\P{age:V3_0}",
  "(?-u:\\w)",
  "(?-u:\\s)",
  "(?-u:\\W)",
  "(?-u:.)",
  "(?-u:\\xff)",
  "(?-u:[^a])",
  ".",
];
const items = [
  "a-z",
  "A-Z",
  "0-9",
  "é-ü",
  "α-ω",
  "\\w",
  "\\d",
  "\\s",
  "\\S",
  "\\pL",
  "\\P{Lu}",
  "[:alpha:]",
  "[:^digit:]",
  "[:punct:]",
  "[:upper:]",
  "[a-m[n-z]]",
  "[^aeiou]",
  "\\x{0}-\\x{7f}",
  "\\-",
  "\\]",
  "_",
  "x",
  "🚀",
  "\\n",
  ".",
  "*",
];
const places = [
  "^",
  "$",
  "\\A",
  "\\z",
  "\\b",
  "\\B",
  "\\<",
  "\\>",
  "\\b{start}",
  "\\b{end}",
  "\\b{start-half}",
  "\\b{end-half}",
  "(?-u:\\b)",
  "(?-u:\\B)",
  "(?-u:\\b{start})",
];
const repetitions = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}", "{0}", "{,2}", "{ 1 , 2 }"];
const flags = ["i", "s", "m", "U", "x", "R", "u", "-u", "-i", "i-s", "-m", "is"];
const damage = ["(", ")", "[", "]", "{", "}", "*", "\\", "?", "|", "\\p{", "(?", "[[:", "\\y", "&&"];

/** Mostly patterns of the whole grammar, sometimes a literal, rarely a broken one. */
export function randomPattern(random: Random): FuzzPattern {
  const fixed = random.once(12);
  const pattern = fixed ? random.pick(words) + random.pick(words) : damaged(random, alternation(random, 3));
  const casing = random.pick(["sensitive", "sensitive", "insensitive", "smart"] as const);
  return { pattern, fixed, case: casing, word: random.once(8), multiline: random.once(8) };
}

function damaged(random: Random, pattern: string): string {
  if (!random.once(25)) return pattern;
  const whole = Array.from(pattern);
  return whole.toSpliced(random.below(whole.length + 1), 0, random.pick(damage)).join("");
}

function alternation(random: Random, depth: number): string {
  const branches = Array.from({ length: random.once(4) ? 1 + random.below(3) : 1 }, () => sequence(random, depth));
  return branches.join("|");
}

function sequence(random: Random, depth: number): string {
  return Array.from({ length: random.once(20) ? 0 : 1 + random.below(4) }, () => repeated(random, depth)).join("");
}

function repeated(random: Random, depth: number): string {
  const atom = atomOf(random, depth);
  return random.once(3) ? atom + random.pick(repetitions) : atom;
}

function atomOf(random: Random, depth: number): string {
  const kind = random.below(depth > 0 ? 12 : 9);
  if (kind < 3) return random.pick(words);
  if (kind < 5) return random.pick(characters);
  if (kind < 7) return random.pick(classes);
  if (kind === 7) return bracketed(random);
  if (kind === 8) return random.pick(places);
  return group(random, depth - 1);
}

function bracketed(random: Random): string {
  const part = (): string => Array.from({ length: 1 + random.below(3) }, () => random.pick(items)).join("");
  const operation = random.once(4) ? random.pick(["&&", "--", "~~"]) + part() : "";
  return `[${random.once(3) ? "^" : ""}${part()}${operation}]`;
}

function group(random: Random, depth: number): string {
  const body = alternation(random, depth);
  const opening = random.pick(["(", "(?:", "(?P<n>", `(?${random.pick(flags)}:`]);
  return random.once(10) ? `(?${random.pick(flags)})${body}` : `${opening}${body})`;
}
