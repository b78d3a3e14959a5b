import { isPortsideError } from "../../../src/core/errors.ts";
import { compileSearch, FileSearcher, Source, type Search } from "../../../src/engines/grep/index.ts";
import type { Answer } from "./oracle.ts";
import type { FuzzPattern } from "./patterns.ts";
import type { FuzzText } from "./texts.ts";

/** As the oracle answers. A file is searched with its text at hand and without; where the two differ, -1 stands between their lines. */
export async function search(pattern: FuzzPattern, texts: readonly FuzzText[]): Promise<Answer> {
  try {
    const compiled = await compileSearch(pattern);
    return texts.map((text) => {
      const [withText, inBytes] = [linesOf(compiled, Source.of(text)), linesOf(compiled, Source.of(text, false))];
      return withText.join() === inBytes.join() ? withText : [...withText, -1, ...inBytes];
    });
  } catch (error) {
    if (isPortsideError(error, "invalid_pattern")) return { error: String(error.details.message) };
    throw error;
  }
}

function linesOf(compiled: Search, source: Source): number[] {
  const lines: number[] = [];
  new FileSearcher(compiled, { context: { before: 0, after: 0 }, sink: { line: ({ line }) => lines.push(line) > 0 } }).search(source);
  return lines;
}

/** Says how the two differ for one of the texts; refusals are alike whatever their words. */
export function differenceAt(ours: Answer, theirs: Answer, index: number): string | undefined {
  if ("error" in ours || "error" in theirs) {
    if ("error" in ours && "error" in theirs) return undefined;
    return "error" in ours ? `refused here: ${ours.error}` : `refused by ripgrep: ${"error" in theirs ? theirs.error : ""}`;
  }
  const [here, there] = [ours[index]?.join(), theirs[index]?.join()];
  return here === there ? undefined : `lines ${here} here, ${there} by ripgrep`;
}
