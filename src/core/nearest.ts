/** The candidates, those that look most like `name` first. */
export function nearest(name: string, candidates: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  const scored = candidates.map((candidate) => ({ candidate, steps: distance(wanted, candidate.toLowerCase()) }));
  return scored.sort((a, b) => a.steps - b.steps).map(({ candidate }) => candidate);
}

/** Letters inserted, dropped or exchanged to make one word of the other. Only the first 64 letters are compared. */
export function distance(a: string, b: string): number {
  const [left, right] = [a.slice(0, 64), b.slice(0, 64)];
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i++) row = nextRow(row, left.charAt(i - 1), right, i);
  return row[right.length] as number;
}

function nextRow(above: readonly number[], letter: string, right: string, first: number): number[] {
  const row = [first];
  for (let j = 1; j <= right.length; j++) {
    const exchanged = (above[j - 1] as number) + (letter === right[j - 1] ? 0 : 1);
    row.push(Math.min(exchanged, (above[j] as number) + 1, (row[j - 1] as number) + 1));
  }
  return row;
}

/** Alike enough to be meant: the same but for case, or a third of the letters mistyped. Of two letters or fewer none may be: every such name is alike. */
export function isAlike(name: string, candidate: string): boolean {
  const shorter = Math.min(name.length, candidate.length);
  return distance(name.toLowerCase(), candidate.toLowerCase()) <= Math.floor(shorter / 3);
}
