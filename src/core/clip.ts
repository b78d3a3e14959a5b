/** The first `most` code points, with "…" in place of more. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text.slice(0, 2 * most + 2)); // a code point has at most two units
  return points.length <= most ? text : `${points.slice(0, most).join("")}…`;
}
