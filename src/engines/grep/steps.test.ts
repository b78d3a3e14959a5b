import { afterEach, describe, expect, test, vi } from "vitest";
import { encode } from "../../core/text.ts";
import { LazyDfa } from "../regex/dfa.ts";
import { PikeMachine } from "../regex/pike.ts";
import { compileProgram } from "../regex/program.ts";
import { compileSearch, FileSearcher, searchBytes, Source } from "./index.ts";

const pattern = "(a+)+$";
const run = "a".repeat(50_000);
const texts = [
  ["that match", run, 1],
  ["that all but match", `${run}b`, 0],
] as const;

afterEach(() => void vi.restoreAllMocks());

/** The same bytes, that count how often one is read: every step of the table-driven automaton reads one. */
function counted(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly reads: () => number } {
  let reads = 0;
  const get = (target: Uint8Array, key: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, key, target);
    if (typeof key === "string" && /^\d+$/.test(key)) reads++;
    return typeof value === "function" ? (value.bind(target) as unknown) : value;
  };
  return { bytes: new Proxy(bytes, { get }), reads: () => reads };
}

describe("50,000 letters that a backtracking engine never gets through", () => {
  test.each(texts)("%s take at most 8 steps a byte, and few states [#242]", async (_, text, matches) => {
    const slower = vi.spyOn(PikeMachine.prototype, "find");
    const rows = vi.spyOn(LazyDfa.prototype, "resolve");
    const search = await compileSearch({ pattern });
    const { bytes, reads } = counted(encode(text));
    expect(searchBytes(search, bytes, { before: 0, after: 0 }, { line: ({ matchStart }) => matchStart === 0 }).matches).toBe(matches);
    const machines = new Set(slower.mock.contexts as readonly PikeMachine[]);
    const machineSteps = [...machines].reduce((sum, machine) => sum + machine.steps, 0);
    expect(reads()).toBeGreaterThanOrEqual(text.length);
    expect(reads() + machineSteps).toBeLessThanOrEqual(8 * text.length);
    expect(new Set(rows.mock.calls.map(([row]) => row)).size).toBeLessThanOrEqual(8);
  });

  test.each(texts)("%s take the slower machine at most 8 steps a place, the end of the text included", async (_, text, matches) => {
    const { hir } = await compileSearch({ pattern });
    const machine = new PikeMachine(compileProgram(pattern, hir, { withinLines: true }));
    expect(machine.find(encode(text), {}) === undefined).toBe(matches === 0);
    expect(machine.steps).toBeGreaterThanOrEqual(text.length);
    expect(machine.steps).toBeLessThanOrEqual(8 * (text.length + 1));
  });
});

describe("200,000 letters, at each of which a literal all but stands", () => {
  const text = "a".repeat(200_000);
  const words = Array.from({ length: 16 }, (_, index) => `${"a".repeat(64 + index)}b`);

  test.each([
    ["one that is longer than the window", words[0] as string],
    ["one beside which something is missing", `${"a".repeat(16)}\\d`],
    ["one of sixteen", words.join("|")],
  ])("%s takes at most 4 steps a byte, and what matches behind them is found", async (_, literal) => {
    const search = await compileSearch({ pattern: literal });
    const { bytes, reads } = counted(encode(`${text}\nend\n${"a".repeat(64)}b\n${"a".repeat(16)}1`));
    const lines: number[] = [];
    const searcher = new FileSearcher(search, { context: { before: 0, after: 0 }, sink: { line: ({ line }) => lines.push(line) > 0 } });
    searcher.search(Source.of(bytes, false));
    expect(lines).toEqual([literal.endsWith("d") ? 4 : 3]);
    expect(reads()).toBeLessThanOrEqual(4 * text.length);
  });
});
