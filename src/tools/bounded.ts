import { clip } from "../core/clip.ts";
import type { Details } from "./result.ts";

/** Items of a list, and code points of a string: an echo of 2,048 bytes and its remark fit. */
const mostItems = 50;
const mostPoints = 2_100;

/**
 * Facts of a failure as a result holds them, whatever a caller sent: lists have at most 50 items, with how many there are under `<name>Count`
 * beside a longer one; strings have at most 2,100 code points, and say so where they were cut. Lone surrogates, which break JSON parsers and
 * model providers, are replaced.
 */
export function bounded(details: object): Details {
  return Object.fromEntries(Object.entries(details).flatMap(([key, value]) => [[key, boundedValue(value)], ...countOf(key, value)]));
}

function boundedValue(value: unknown): unknown {
  if (typeof value === "string") return boundedText(value);
  if (Array.isArray(value)) return value.slice(0, mostItems).map(boundedValue);
  return typeof value === "object" && value !== null ? bounded(value) : value;
}

function boundedText(text: string): string {
  const start = clip(text, mostPoints);
  return (start === text ? text : `${start} (cut, ${Array.from(text).length} characters in all)`).toWellFormed();
}

function countOf(key: string, value: unknown): readonly (readonly [string, number])[] {
  return Array.isArray(value) && value.length > mostItems ? [[`${key}Count`, value.length]] : [];
}
