import type { ArgumentIssue } from "../core/errors.ts";

export type Parsed = { readonly value: unknown } | { readonly issues: readonly ArgumentIssue[] };

/** Parses JSON as a model wrote it. A key given twice is an issue: `JSON.parse` alone would keep the last one and say nothing. */
export function parseJson(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { issues: [{ at: "", problem: "malformed_json", expected: "JSON", received: (error as Error).message }] };
  }
  const twice = duplicateKeys(text);
  if (twice.length === 0) return { value };
  return { issues: twice.map((at) => ({ at, problem: "duplicate_key" })) };
}

interface Frame {
  /** Absent in an array. */
  readonly keys?: Set<string>;
  /** The key or index that the parser is at. */
  at: string | number;
}

const gap: Frame = { at: "…" };

/** Paths of the keys that one object of a valid JSON text holds twice. */
function duplicateKeys(text: string): readonly string[] {
  const frames: Frame[] = [];
  const found: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    const frame = frames.at(-1);
    if (character === "{") frames.push({ keys: new Set(), at: "" });
    else if (character === "[") frames.push({ at: 0 });
    else if (character === "}" || character === "]") frames.pop();
    else if (character === "," && typeof frame?.at === "number") frame.at++;
    else if (character === '"') {
      const end = endOfString(text, i);
      if (frame?.keys !== undefined && isKey(text, end)) noteKey(frames, JSON.parse(text.slice(i, end)) as string, found);
      i = end - 1;
    }
  }
  return found;
}

function noteKey(frames: readonly Frame[], key: string, found: string[]): void {
  const frame = frames.at(-1) as Frame;
  frame.at = key;
  if (frame.keys?.has(key)) found.push(pathOf(middleCut(frames, gap).map(({ at }) => at)));
  frame.keys?.add(key);
}

/** Offset behind the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; ; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
}

function isKey(text: string, end: number): boolean {
  let i = end;
  while (text[i] === " " || text[i] === "\t" || text[i] === "\n" || text[i] === "\r") i++;
  return text[i] === ":";
}

/** `["edits", 0, "old_string"]` as `edits[0].old_string`; of a path that is very deep the middle is left out, so that many stay cheap. */
export function pathOf(steps: readonly PropertyKey[]): string {
  let path = "";
  for (const step of middleCut(steps, "…")) {
    if (typeof step === "number") path += `[${step}]`;
    else path += path === "" ? String(step) : `.${String(step)}`;
  }
  return path.toWellFormed();
}

const mostSteps = 10;

function middleCut<Step>(steps: readonly Step[], middle: Step): readonly Step[] {
  return steps.length <= 2 * mostSteps ? steps : [...steps.slice(0, mostSteps), middle, ...steps.slice(1 - mostSteps)];
}
