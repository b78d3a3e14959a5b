import { byteLength } from "../core/text.ts";
import { afterChanges, asPortsideError } from "../core/fate.ts";
import type { Effect } from "../core/effects.ts";
import type { PortsideError } from "../core/errors.ts";
import { watched } from "./around-notes.ts";
import { isToolResult } from "./result.ts";
import type { AroundNote, ToolResult } from "./result.ts";

/** One call of one tool, as a middleware sees it. `arguments` is what the caller sent: an object, or the model's JSON text. */
export interface ToolCall {
  readonly id: string;
  readonly turn?: string;
  readonly name: string;
  readonly arguments: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Wraps every call of a catalog: hooks, events, recording, diagnostics. It may watch, refuse, answer without `next`, change the call (what it changes
 * is validated and asked for as if the model had sent it), or append to the answer. What it did is told in `meta.around`. What comes out must be
 * a tool's result, with every effect of the calls it made, and at most 8,192 bytes longer than what they answered.
 */
export type Around = (call: ToolCall, next: (call: ToolCall) => Promise<ToolResult>) => Promise<ToolResult>;

export type Perform = (call: ToolCall) => Promise<ToolResult>;

export interface Innermost {
  /** The call itself; never rejects. */
  readonly perform: Perform;
  /** May the tool change something? */
  mutates(tool: string): boolean;
  /** The result of a call whose middlewares failed. */
  failed(tool: string, error: PortsideError): ToolResult;
}

/** UTF-8 bytes that middlewares may add to a text. */
const appendedBytes = 8_192;

/**
 * A call through all the middlewares, the first of them outermost; never rejects, nor does the `next` of any. When one throws or answers with no
 * result, what the call had changed by then is still told: nothing, the listed effects, or, where a change is under way or uncertain, that it is
 * not known.
 */
export async function callThrough(around: readonly Around[], call: ToolCall, { perform, mutates, failed }: Innermost): Promise<ToolResult> {
  const done: ToolResult[] = [];
  const notes: AroundNote[] = [];
  let changing = 0;

  async function innermost(inner: ToolCall): Promise<ToolResult> {
    const change = mutates(inner.name) ? 1 : 0;
    changing += change;
    const result = await perform(inner);
    changing -= change;
    done.push(result);
    return result;
  }

  function failure(tool: string, thrown: unknown): ToolResult {
    const effects = done.flatMap((result) => result.effects);
    const unknown = changing > 0 || done.some(({ status }) => status === "uncertain");
    return failed(tool, afterChanges(asPortsideError(thrown, "around", "rejected"), effects, unknown));
  }

  function layer(next: Perform, wrap: Around, index: number): Perform {
    const handle = watched(wrap, next, { index, notes });
    return async (each) => {
      try {
        return checked(await handle(each), done);
      } catch (thrown) {
        return failure(each.name, thrown);
      }
    };
  }

  return withNotes(await around.reduceRight(layer, innermost)(call), notes);
}

function withNotes(result: ToolResult, notes: readonly AroundNote[]): ToolResult {
  return notes.length === 0 ? result : { ...result, meta: { ...result.meta, around: notes } };
}

function checked(result: ToolResult, done: readonly ToolResult[]): ToolResult {
  if (!isToolResult(result)) throw new TypeError("a middleware answered with something that is not a tool's result");
  if (hides(result, done)) throw new TypeError("a middleware left out what a call had changed");
  const longest = Math.max(...done.map(({ text }) => byteLength(text)));
  if (done.length > 0 && byteLength(result.text) > longest + appendedBytes)
    throw new TypeError(`a middleware appended more than ${appendedBytes} bytes`);
  return result;
}

/** A change that was made, or may have been, is not in the result. */
function hides({ status, effects }: ToolResult, done: readonly ToolResult[]): boolean {
  const told = new Set(effects.map(nameOf));
  const made = done.flatMap((inner) => inner.effects.map(nameOf));
  if (made.some((effect) => !told.has(effect)) || (status === "rejected" && effects.length > 0)) return true;
  return status !== "uncertain" && done.some((inner) => inner.status === "uncertain");
}

function nameOf({ op, path, from }: Effect): string {
  return JSON.stringify([op, path, from]);
}
