import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ripgrep } from "ripgrep";
import type { FuzzPattern } from "./patterns.ts";
import type { FuzzText } from "./texts.ts";

/** The matching lines of each text, or the error ripgrep has for the pattern. */
export type Answer = readonly (readonly number[])[] | { readonly error: string };

/** ripgrep 15.1 over two folders with one file for each text: those with CRLF are searched with --crlf. */
export interface Oracle {
  search(pattern: FuzzPattern): Promise<Answer>;
  dispose(): void;
}

export function createOracle(texts: readonly FuzzText[]): Oracle {
  const folder = mkdtempSync(join(tmpdir(), "portside-fuzz-"));
  const kinds = [
    { name: "lf", switches: [] },
    { name: "crlf", switches: ["--crlf"] },
  ];
  for (const { name } of kinds) mkdirSync(join(folder, name));
  texts.forEach((text, index) => writeFileSync(join(folder, text.includes(0x0d) ? "crlf" : "lf", String(index)), text));

  async function search(pattern: FuzzPattern): Promise<Answer> {
    const lines = texts.map((): number[] => []);
    for (const { name, switches } of kinds) {
      const options = { buffer: true, preopens: { ".": join(folder, name) }, env: {} } as const;
      const { code, stdout, stderr } = await ripgrep([...switches, ...argumentsOf(pattern), "."], options);
      if (name === "lf" && code > 1) return { error: stderr };
      addLines(lines, stdout);
    }
    return lines;
  }

  return { search, dispose: () => rmSync(folder, { recursive: true }) };
}

function argumentsOf({ pattern, case: casing, fixed, word, multiline }: FuzzPattern): string[] {
  const cases = { sensitive: "-s", insensitive: "-i", smart: "-S" };
  const switches = ["--no-config", "-uu", "-n", "--null", "--no-heading", "--color=never", "-j1", cases[casing]];
  if (fixed) switches.push("-F");
  if (word) switches.push("-w");
  if (multiline) switches.push("-U");
  // In one argument: the package waits for ever where one begins with a slash.
  return [...switches, `--regexp=${pattern}`];
}

/** Output lines are `./<file>NUL<line>:<text>`. */
function addLines(lines: readonly number[][], output: string): void {
  for (const [, file, line] of output.matchAll(/^(?:\.\/)?(\d+)\0(\d+):/gm)) lines[Number(file)]?.push(Number(line));
}
