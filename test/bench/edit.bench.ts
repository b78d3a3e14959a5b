import { applyEdits, type TextEdit } from "../../src/engines/edit/index.ts";
import { encode } from "../../src/core/text.ts";
import { collectGarbage } from "./garbage.ts";
import { measureUnit } from "./unit.ts";

const mebibyte = 1_048_576;
const runs = 9;

/** One edit in the largest file, and how the time grows with inputs that are made to take long. The best of several runs. */
export async function run(): Promise<boolean> {
  const unit = measureUnit();
  console.log(`U = ${unit.toFixed(2)} ms`);
  const kept = [...measureLargest(unit), ...worst.map(measureGrowth)];
  return kept.every((each) => each);
}

function measureLargest(unit: number): readonly boolean[] {
  return [...measureLines(unit, { name: "16 MiB", ending: "\n" }), ...measureLines(unit, { name: "16 MiB of CRLF", ending: "\r\n" })];
}

function measureLines(unit: number, { name, ending }: { readonly name: string; readonly ending: string }): readonly boolean[] {
  const lines = numberedLines(16 * mebibyte, ending);
  const bytes = encode(lines.join(""));
  const last = lines.at(-1) as string;
  const edits = [{ oldString: last, newString: "changed\n" }];
  const many = Array.from({ length: 100 }, (_, i) => ({ oldString: lines[i * 1_000] as string, newString: `${i}\n` }));
  return [
    report(`one edit in ${name}`, timeOf({ bytes, edits }) / unit, 4, "U"),
    report(`memory beside the file of ${name}, by its size`, allocated({ bytes, edits }) / bytes.length, 3, "times"),
    report(`a hundred edits in ${name}`, timeOf({ bytes, edits: many }) / unit, 40, "U"),
  ];
}

function numberedLines(size: number, ending: string): readonly string[] {
  const lines: string[] = [];
  for (let length = 0; length < size - 80;) {
    const line = `  const value${lines.length} = compute(${lines.length * 7}, "text");${ending}`;
    lines.push(line);
    length += line.length;
  }
  return lines;
}

interface Case {
  readonly bytes: Uint8Array;
  readonly edits: readonly TextEdit[];
  readonly refused?: boolean;
}

interface WorstCase {
  readonly name: string;
  make(size: number): { readonly text: string; readonly old: string };
}

const worst: readonly WorstCase[] = [
  {
    name: "a needle that repeats itself and is not there",
    make: (size) => ({ text: "a".repeat(size), old: `${"a".repeat(size >> 5)}b${"a".repeat(size >> 5)}` }),
  },
  { name: "a needle that stands everywhere", make: (size) => ({ text: "a".repeat(size), old: "a".repeat(size >> 1) }) },
  {
    name: "lines that all look the same",
    make: (size) => ({ text: `${"x".repeat(60)}  \n`.repeat(size >> 6), old: `${`${"x".repeat(60)}\n`.repeat(size >> 8)}y` }),
  },
  { name: "a line of blanks", make: (size) => ({ text: `${" ".repeat(size)}x`, old: `${" ".repeat(size >> 1)}y` }) },
];

/** Over two doublings, and in turns: one alone is within the noise of a busy machine. */
function measureGrowth({ name, make }: WorstCase): boolean {
  const [small, large] = timesOf(
    [mebibyte / 2, 2 * mebibyte - 2].map((size) => {
      const { text, old } = make(size);
      return { bytes: encode(text), edits: [{ oldString: old, newString: "" }], refused: true };
    }),
  );
  return report(`twice the size: ${name}`, Math.sqrt((large as number) / (small as number)), 2.3, "times");
}

function timeOf(input: Case): number {
  return Math.min(...timesOf([input]));
}

/** The best time of each, in milliseconds. */
function timesOf(inputs: readonly Case[]): readonly number[] {
  const best = inputs.map(() => Infinity);
  for (let i = 0; i < runs; i++) {
    for (const [index, input] of inputs.entries()) {
      const start = performance.now();
      attempt(input);
      best[index] = Math.min(best[index] as number, performance.now() - start);
    }
  }
  return best;
}

/** Worst cases are refused, as they should be; a case that should not be is no measure. */
function attempt({ bytes, edits, refused = false }: Case): void {
  try {
    applyEdits({ path: "f", bytes, edits });
  } catch (error) {
    if (!refused) throw error;
  }
}

/** Bytes there are after a run and were not before it, garbage included unless it was collected meanwhile: so the most of several runs. */
function allocated(input: Case): number {
  const bytes = Array.from({ length: runs }, () => {
    collectGarbage();
    const before = process.memoryUsage();
    attempt(input);
    const after = process.memoryUsage();
    return after.heapUsed + after.external - before.heapUsed - before.external;
  });
  return Math.max(...bytes);
}

function report(name: string, value: number, bound: number, unit: string): boolean {
  const kept = value <= bound;
  console.log(`${kept ? "ok  " : "OVER"} ${name}: ${value.toFixed(2)} ${unit}, at most ${bound}`);
  return kept;
}
