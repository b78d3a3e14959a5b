import { byteLength } from "../../core/text.ts";
import { blockOf, boundsOf, isInvisible } from "./block.ts";
import type { Block } from "./block.ts";
import { foldLine } from "./fold-line.ts";
import { findBlocks } from "./line-blocks.ts";
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
