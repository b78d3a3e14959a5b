import type { ToolResult } from "../tools/result.ts";
import type { ExpectResultEvent, ToolResultEvent } from "./format.ts";

/** One field that is not as it was recorded or expected. `path` is such as `data.files[0].path`; undefined is an absent field. */
export interface Difference {
  readonly path: string;
  readonly wanted: unknown;
  readonly got: unknown;
}

/** Where a result is not what was recorded: every field counts, except how long the call took. */
export function compareResult(recorded: ToolResultEvent, result: ToolResult): readonly Difference[] {
  const { status, code, details, data, text, meta, effects } = recorded;
  const wanted = { status, code, details, data, text, effects, ...(meta !== undefined && { meta: untimed(meta) }) };
  const { images: _, ...words } = result;
  const got = { ...words, meta: meta === undefined ? undefined : untimed(result.meta) };
  return differences(wanted, got, { at: "", partial: false });
}

/** Where a result is not what was expected of it. */
export function compareExpected(expected: ExpectResultEvent, result: ToolResult): readonly Difference[] {
  const { status, code, data, text_contains: parts = [] } = expected;
  const wanted = Object.entries({ status, code, data }).filter(([, value]) => value !== undefined);
  const missing = parts.filter((part) => !result.text.includes(part));
  return [
    ...differences(Object.fromEntries(wanted), result, { at: "", partial: true }),
    ...missing.map((part) => ({ path: "text", wanted: part, got: result.text })),
  ];
}

interface Comparison {
  readonly at: string;
  /** Only the keys of the wanted objects are compared. */
  readonly partial: boolean;
}

function differences(wanted: unknown, got: unknown, comparison: Comparison): readonly Difference[] {
  if (Array.isArray(wanted) && Array.isArray(got)) return itemDifferences(wanted, got, comparison);
  if (isObject(wanted) && isObject(got)) return fieldDifferences(wanted, got, comparison);
  return Object.is(wanted, got) ? [] : [{ path: comparison.at, wanted, got }];
}

function itemDifferences(wanted: readonly unknown[], got: readonly unknown[], { at, partial }: Comparison): readonly Difference[] {
  const length = Math.max(wanted.length, got.length);
  return Array.from({ length }, (_, index) => differences(wanted[index], got[index], { at: `${at}[${index}]`, partial })).flat();
}

type Fields = Readonly<Record<string, unknown>>;

function fieldDifferences(wanted: Fields, got: Fields, { at, partial }: Comparison): readonly Difference[] {
  const names = new Set([...Object.keys(wanted), ...(partial ? [] : Object.keys(got))]);
  return [...names].flatMap((name) => differences(wanted[name], got[name], { at: at === "" ? name : `${at}.${name}`, partial }));
}

function untimed(meta: object): Fields {
  const { duration_ms: _, ...rest } = meta as { readonly duration_ms?: number };
  return rest;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
