import { foldLine } from "./fold-line.ts";

/** A text as whole lines. A newline at either end is no line: it is the end of the line before, or of the last one. */
export interface Block {
  readonly lines: readonly string[];
  readonly startsBefore: boolean;
  readonly endsAfter: boolean;
}

export function blockOf(text: string): Block {
  const startsBefore = text.startsWith("\n");
  const endsAfter = text.length > 1 && text.endsWith("\n");
  const body = text.slice(startsBefore ? 1 : 0, endsAfter ? -1 : undefined);
  return { lines: body.split("\n"), startsBefore, endsAfter };
}

/** Blanks alone name no place. */
export function isInvisible({ lines }: Block): boolean {
  return lines.every((line) => foldLine(line) === "");
}

/** [start, end) of the text's lines that stand for a block, from a 0-based line on. Undefined where a newline of the block is not there. */
export function boundsOf(text: string, block: Block, line: number): { readonly start: number; readonly end: number } | undefined {
  const first = offsetOfLine(text, 0, line);
  const newline = text.indexOf("\n", offsetOfLine(text, first, block.lines.length - 1));
  if ((block.startsBefore && first === 0) || (block.endsAfter && newline < 0)) return undefined;
  const end = newline < 0 ? text.length : newline;
  return { start: block.startsBefore ? first - 1 : first, end: block.endsAfter ? end + 1 : end };
}

/** Where the line begins that is `count` lines after the one that begins at `start`. */
function offsetOfLine(text: string, start: number, count: number): number {
  let offset = start;
  for (let i = 0; i < count; i++) offset = text.indexOf("\n", offset) + 1;
  return offset;
}
