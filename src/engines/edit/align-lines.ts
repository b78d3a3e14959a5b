/** More cells than this are not filled: the time grows with the product of the lines that differ. */
const mostCells = 1_048_576;

/**
 * For each line of `after` the index of the same line in `before`, or -1: a longest common subsequence. Undefined where more than about a
 * thousand lines differ on both sides.
 */
export function alignLines(before: readonly string[], after: readonly string[]): Int32Array | undefined {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const rows = before.length - start - end;
  const columns = after.length - start - end;
  if (rows * columns > mostCells) return undefined;
  const origins = new Int32Array(after.length).fill(-1);
  for (let i = 0; i < start; i++) origins[i] = i;
  for (let i = 1; i <= end; i++) origins[after.length - i] = before.length - i;
  const middle = alignMiddle(before.slice(start, start + rows), after.slice(start, start + columns));
  for (const [row, column] of middle) origins[start + column] = start + row;
  return origins;
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before[length] === after[length]) length++;
  return length;
}

function commonEnd(before: readonly string[], after: readonly string[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let length = 0;
  while (length < most && before[before.length - 1 - length] === after[after.length - 1 - length]) length++;
  return length;
}

/** Pairs of equal lines, ascending on both sides. */
function* alignMiddle(before: readonly string[], after: readonly string[]): Generator<readonly [number, number]> {
  const width = after.length + 1;
  const longest = longestBehind(before, after);
  const at = (row: number, column: number): number => longest[row * width + column] as number;
  for (let row = 0, column = 0; row < before.length && column < after.length;) {
    if (before[row] === after[column]) yield [row++, column++];
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
}

/** For each pair of positions, row by row, how many lines are common behind it; at most 1,024, so that 16 bits hold it. */
function longestBehind(before: readonly string[], after: readonly string[]): Uint16Array {
  const width = after.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const cell = row * width + column;
      const below = longest[cell + width] as number;
      const right = longest[cell + 1] as number;
      longest[cell] = before[row] === after[column] ? (longest[cell + width + 1] as number) + 1 : Math.max(below, right);
    }
  }
  return longest;
}
