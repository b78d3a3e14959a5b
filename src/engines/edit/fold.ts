import { byteLength } from "../../core/text.ts";
import { foldLine } from "./fold-line.ts";
import { findBlocks, offsetOfLine } from "./line-blocks.ts";
import type { Match, Needle } from "./matches.ts";
import { writeBack } from "./write-back.ts";

/**
 * Finds needles that stand nowhere exactly, by the look of their lines: one match for each, or undefined where any of them does not stand in
 * exactly one place. Whole lines only.
 */
export function foldAll(view: string, needles: readonly Needle[]): Match[] | undefined {
  const blocks = needles.map((needle) => blockOf(needle.old));
  if (blocks.some(isInvisible)) return undefined;
  const lines = blocks.map((block) => block.lines);
  const places = findBlocks(view, lines, { key: foldLine, keep: 1 });
  if (!places || places.some(({ count }) => count !== 1)) return undefined;
  const matches = needles.map((needle, i) => matchAt(view, { needle, block: blocks[i] as Block, line: places[i]?.first[0] as number }));
  return matches.every((match) => match !== undefined) ? matches : undefined;
}

/** A needle as whole lines. A newline at either end is no line, it is the end of the line before or of the last one. */
interface Block {
  readonly lines: readonly string[];
  readonly startsBefore: boolean;
  readonly endsAfter: boolean;
}

function blockOf(old: string): Block {
  const startsBefore = old.startsWith("\n");
  const endsAfter = old.length > 1 && old.endsWith("\n");
  const body = old.slice(startsBefore ? 1 : 0, endsAfter ? -1 : undefined);
  return { lines: body.split("\n"), startsBefore, endsAfter };
}

/** Blanks alone name no place. */
function isInvisible({ lines }: Block): boolean {
  return lines.every((line) => foldLine(line) === "");
}

interface Found {
  readonly needle: Needle;
  readonly block: Block;
  /** 0-based. */
  readonly line: number;
}

function matchAt(view: string, { needle, block, line }: Found): Match | undefined {
  const bounds = boundsOf(view, block, line);
  if (!bounds) return undefined;
  const stored = view.slice(bounds.start, bounds.end);
  const text = writeBack({ stored, old: needle.old, new: needle.new });
  if (text === undefined) return undefined;
  return {
    starts: [bounds.start],
    length: stored.length,
    text,
    growth: byteLength(text) - byteLength(stored),
    foldedLines: { first: line + 1, last: line + block.lines.length },
  };
}

/** Undefined where a newline of the needle is not in the file. */
function boundsOf(view: string, block: Block, line: number): { readonly start: number; readonly end: number } | undefined {
  const first = offsetOfLine(view, line);
  const last = first + offsetOfLine(view.slice(first), block.lines.length - 1);
  const newline = view.indexOf("\n", last);
  if ((block.startsBefore && first === 0) || (block.endsAfter && newline < 0)) return undefined;
  const end = newline < 0 ? view.length : newline;
  return { start: block.startsBefore ? first - 1 : first, end: block.endsAfter ? end + 1 : end };
}
