import type { Effect } from "../core/effects.ts";
import { isPortsideError, PortsideError } from "../core/errors.ts";
import type { Profile, SentenceContext, Sentences } from "./profile.ts";
import { effectLines } from "./render/changes.ts";
import { callText, marker } from "./render/marker.ts";
import type { Details, Meta, ToolResult } from "./result.ts";
import { defaultSentences, sentenceOf } from "./sentences/index.ts";

/** What was thrown, as an error with a code. Anything that no port may throw is a fault of the host: said, and never taken for a refusal. */
export function asPortsideError(
  thrown: unknown,
  operation: string,
  done: { readonly begun: boolean; readonly effects: readonly Effect[] },
): PortsideError {
  if (isPortsideError(thrown)) {
    if (thrown.status !== "rejected" || done.effects.length === 0) return thrown;
    return new PortsideError({ code: thrown.code, details: thrown.details, status: "partial", effects: done.effects, cause: thrown });
  }
  return new PortsideError({
    code: "io_error",
    status: done.begun ? "uncertain" : "rejected",
    details: { operation, reason: thrown instanceof Error ? thrown.message : String(thrown) },
    effects: done.effects,
    cause: thrown,
  });
}

/** The result of a call that failed. */
export function failureResult(error: PortsideError, profile: Profile, context: SentenceContext, meta: Meta): ToolResult {
  // A change that has been made is never reported as none.
  const status = error.status === "rejected" && error.effects.length > 0 ? "partial" : error.status;
  const { effects } = error;
  const sentences: Sentences = { ...defaultSentences, ...profile.sentences };
  const sentence = sentenceOf(sentences, error.code, error.details, context);
  const text = [sentence, ...whatHappened(status, effects), ...nextMarker(meta)].join("\n").toWellFormed();
  return { status, code: error.code, details: wellFormed(error.details) as Details, text, effects, meta };
}

function nextMarker({ next }: Meta): readonly string[] {
  return next === undefined ? [] : [marker(`Next: ${callText(next.tool, next.arguments)}`)];
}

function whatHappened(status: ToolResult["status"], effects: readonly Effect[]): readonly string[] {
  const before = effects.length === 0 ? [] : ["Changed before that:", ...effectLines(effects)];
  if (status !== "uncertain") return before;
  return [...before, "It is not known whether the change was made. Look at the files before you repeat the call."];
}

/** Lone surrogates break JSON parsers and model providers, and a model's own path may hold one. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wellFormed(item)]));
}
