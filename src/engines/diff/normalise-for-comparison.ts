/** The text of a unified diff without its line numbers: equal for two diffs that make the same changes at places that have moved. */
export function normaliseForComparison(diff: string): string {
  return diff.split("\n").map(withoutRanges).join("\n");
}

/** Only a hunk header begins with `@@`: every line of content has a sign before it. */
function withoutRanges(line: string): string {
  return line.startsWith("@@ ") ? "@@" : line;
}
