import { alignLines } from "./align-lines.ts";
import type { Replacement } from "./splice.ts";

/** A lone CR is content. */
export function withLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Ends every line of a text with LF in CRLF. */
export function withCrlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

/** A text as stored, with CRLF in some lines or in all, and the same with LF. */
export interface StoredText {
  readonly raw: string;
  readonly view: string;
}

/**
 * Takes replacements in the text with LF, by offset, to the stored text. A line that stands before and after keeps its ending; a new one gets
 * that of the line it replaces, and where it replaces none that of the line before it. A last line without an ending counts as ending like the
 * line before it.
 */
export function inStoredText(text: StoredText, replacements: Iterable<Replacement>): Iterable<Replacement> {
  return { [Symbol.iterator]: () => storedReplacements(text, replacements) };
}

/** The same, and CRLF for every line of the text. */
export function unifyingEnds(text: StoredText, replacements: Iterable<Replacement>): Iterable<Replacement> {
  return { [Symbol.iterator]: () => unifyingReplacements(text, replacements) };
}

function* storedReplacements({ raw, view }: StoredText, replacements: Iterable<Replacement>): Generator<Replacement> {
  const storedOffset = createOffsets(raw);
  const lineEndAt = createLineEnds(raw);
  for (const { start, end, text } of replacements) {
    const from = storedOffset(start);
    const to = storedOffset(end);
    const endings = text.includes("\n") ? endingsWithin(lineEndAt, from, to) : [];
    yield { start: from, end: to, text: withEndings(text, view.slice(start, end), endings) };
  }
}

function* unifyingReplacements({ raw }: StoredText, replacements: Iterable<Replacement>): Generator<Replacement> {
  const storedOffset = createOffsets(raw);
  let done = 0;
  for (const { start, end, text } of replacements) {
    const from = storedOffset(start);
    yield* loneNewlines(raw, done, from);
    done = storedOffset(end);
    yield { start: from, end: done, text: withCrlf(text) };
  }
  yield* loneNewlines(raw, done, raw.length);
}

function* loneNewlines(raw: string, start: number, end: number): Generator<Replacement> {
  for (let at = raw.indexOf("\n", start); at >= 0 && at < end; at = raw.indexOf("\n", at + 1)) {
    if (raw.charCodeAt(at - 1) !== 0x0d) yield { start: at, end: at + 1, text: "\r\n" };
  }
}

/** Stored offsets of offsets into the text with LF. Asked with offsets that do not descend. */
function createOffsets(raw: string): (offset: number) => number {
  let before = 0; // CRLF before the offset: so many units more
  let next = raw.indexOf("\r\n");
  return (offset) => {
    for (; next >= 0 && next - before < offset; before++) next = raw.indexOf("\r\n", next + 2);
    return offset + before;
  };
}

interface LineEnd {
  readonly ending: string;
  /** Where the next line begins; Infinity behind the last newline. */
  readonly next: number;
}

/** The end of the line that holds an offset. Asked with offsets that do not descend, and of texts that have a newline. */
function createLineEnds(raw: string): (offset: number) => LineEnd {
  const last = raw.lastIndexOf("\n");
  let newline = raw.indexOf("\n");
  return (offset) => {
    if (newline < offset) newline = offset > last ? Infinity : raw.indexOf("\n", offset);
    return { ending: raw.charCodeAt(Math.min(newline, last) - 1) === 0x0d ? "\r\n" : "\n", next: newline + 1 };
  };
}

/** Of each line that begins in [start, end), or holds `start`. */
function endingsWithin(lineEndAt: (offset: number) => LineEnd, start: number, end: number): string[] {
  const endings: string[] = [];
  for (let at = start; at < end;) {
    const { ending, next } = lineEndAt(at);
    endings.push(ending);
    at = next;
  }
  return endings;
}

/** `endings` are those of the old lines. */
function withEndings(text: string, old: string, endings: readonly string[]): string {
  if (!endings.includes("\r\n")) return text;
  if (!endings.includes("\n")) return withCrlf(text);
  const before = old.split("\n");
  const after = text.split("\n");
  const origins = alignLines(before, after) ?? new Int32Array(after.length).fill(-1);
  const sources = sourcesOf(origins, before.length);
  const ended = after.map((line, i) => line + (endings[Math.min(sources[i] as number, endings.length - 1)] as string));
  return [...ended.slice(0, -1), after.at(-1)].join("");
}

/** For each new line the old line that gives it its ending: its own, else the next one that no later line comes from, else the one before. */
function sourcesOf(origins: Int32Array, oldLines: number): number[] {
  const nextKept = new Int32Array(origins.length + 1).fill(oldLines);
  for (let i = origins.length - 1; i >= 0; i--) nextKept[i] = origins[i] === -1 ? (nextKept[i + 1] as number) : (origins[i] as number);
  let free = 0;
  return Array.from(origins, (origin, i) => {
    if (origin >= 0) free = origin;
    if (origin < 0 && free >= (nextKept[i] as number)) return Math.max(0, free - 1);
    return free++;
  });
}
