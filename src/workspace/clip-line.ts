/** Marks the side of a line where something was cut. */
const ellipsis = "…";

/** A quarter of what is shown of a long line leads up to the match. */
const leadingShare = 4;

/**
 * At most `maxCodePoints` code points of a line, such that the match at the UTF-16 offset `matchStart` is seen; an ellipsis stands on each
 * side that was cut, and is not counted.
 */
export function clipLine(text: string, matchStart: number, maxCodePoints: number): { readonly text: string; readonly clipped: boolean } {
  if (text.length <= maxCodePoints || forward(text, 0, maxCodePoints) === text.length) return { text, clipped: false };
  const start = backward(text, matchStart, Math.floor(maxCodePoints / leadingShare));
  const end = forward(text, start, maxCodePoints);
  const from = end === text.length ? backward(text, end, maxCodePoints) : start;
  const shown = text.slice(from, end);
  return { text: (from > 0 ? ellipsis : "") + shown + (end < text.length ? ellipsis : ""), clipped: true };
}

function forward(text: string, from: number, codePoints: number): number {
  let at = from;
  for (let i = 0; i < codePoints && at < text.length; i++) at += isPair(text, at) ? 2 : 1;
  return at;
}

function backward(text: string, from: number, codePoints: number): number {
  let at = from;
  for (let i = 0; i < codePoints && at > 0; i++) at -= at > 1 && isPair(text, at - 2) ? 2 : 1;
  return at;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
