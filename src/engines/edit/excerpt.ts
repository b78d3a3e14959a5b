import { clipToBytes } from "../../core/text.ts";

/** Bytes of one line in the details of a rejection, and of a whole text that a caller could send back. */
const lineBytes = 200;
const textBytes = 2_000;

/** A line as an error shows it: cut where it is long, which a final "…" says. */
export function shownLine(line: string): string {
  const clipped = clipToBytes(line, lineBytes);
  return clipped === line ? line : `${clipped}…`;
}

/** A text to send back is whole or absent. */
export function shortEnough(text: string): boolean {
  return clipToBytes(text, textBytes) === text;
}
