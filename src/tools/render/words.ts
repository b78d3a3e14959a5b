import { clip } from "../../core/clip.ts";

/** Small pieces of model-facing English. All of them answer on one line, whatever the text they are given holds. */

/**
 * Controls, characters without width, marks of direction, tags and fillers; joiners only where they join nothing, for scripts and emoji need them,
 * and selectors of variants only one after another, for one is part of a character.
 */
export const unseen: RegExp =
  /(?![\s\u0085])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]|(?<=^|\p{ASCII})[\u200c\u200d]|(?<=\p{VS})\p{VS}/gmu;
const controls = /[\p{Cc}\u2028\u2029]/gu;
/** Code points of a path, a pattern, a name or a version that a sentence shows. */
const shownPoints = 200;
/** Code points of what someone else says in a sentence. */
const saidPoints = 1_000;
const mostListed = 5;

/** What does not show, ends a line or turns its direction escaped: a file's name cannot draw on the answer. */
export function printable(text: string): string {
  return escapedWith(text.toWellFormed(), escaped);
}

function escapedWith(text: string, escape: (character: string) => string): string {
  return text.replace(unseen, (character) => escape(character)).replace(controls, (character) => escape(character));
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

/** In double quotes, cut where it is long. */
export function quoted(text: string): string {
  return inQuotes(short(text));
}

/** A printable text in double quotes, which it cannot close. */
export function inQuotes(text: string): string {
  return `"${text.replace(/(?<!\\)(\\*)("|$)/g, (_, slashes: string, quote: string) => `${slashes}${slashes}${quote && '\\"'}`)}"`;
}

/** Text of a file, or arguments of a call, as JSON on one line on which everything shows: it can be sent as it is. */
export function json(value: unknown): string {
  return escapedWith(JSON.stringify(value), inJson);
}

function inJson(character: string): string {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\u${unit}`).join("");
}

/** Printable, and cut where it is long. */
export function short(text: string): string {
  return printable(clip(text, shownPoints));
}

/** What a host, an engine or a storage says: printable, and cut where it is no sentence any more. */
export function said(text: string): string {
  return printable(clip(text, saidPoints));
}

/** A root-relative path as a reader can use it: the root is ".". */
export function quotedPath(path: string): string {
  return quoted(path === "" ? "." : path);
}

/** "1 line", "2 lines". */
export function count(value: number, noun: string, plural: string = `${noun}s`): string {
  return `${value} ${value === 1 ? noun : plural}`;
}

/** "51200 bytes", and in MiB where that is a whole number. */
export function bytes(value: number): string {
  const mebibytes = value / 1_048_576;
  return value > 0 && Number.isInteger(mebibytes) ? `${mebibytes} MiB (${value} bytes)` : count(value, "byte");
}

/** "a", "a and b", "a, b and c". */
export function enumeration(items: readonly string[], joiner = "and"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${joiner} ${items.at(-1)}`;
}

/** An enumeration of the first five, and how many more there are: "a, b, c, d, e and 7 more". */
export function few(items: readonly string[], joiner = "and", most: number = mostListed): string {
  if (items.length <= most) return enumeration(items, joiner);
  return `${items.slice(0, most).join(", ")} and ${items.length - most} more`;
}

/** The first five lines, and one that says how many `things` follow: "  and 7 more faults". */
export function fewLines<Item>(items: readonly Item[], line: (item: Item) => string, things: string): readonly string[] {
  const lines = items.slice(0, mostListed).map(line);
  return items.length <= mostListed ? lines : [...lines, `  and ${items.length - mostListed} more ${things}`];
}
