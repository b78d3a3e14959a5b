import type { Code } from "../core/codes.ts";
import type { Effect } from "../core/effects.ts";
import type { PortsideError } from "../core/errors.ts";
import { bounded } from "./bounded.ts";
import type { Profile, SentenceContext, Sentences } from "./profile.ts";
import { effectLines } from "./render/changes.ts";
import { callText, marker } from "./render/marker.ts";
import type { Meta, ToolResult } from "./result.ts";
import { defaultSentences, sentenceOf } from "./sentences/index.ts";

/** Characters of a call that a text shows; a longer one is in `meta.next` alone. */
const callCharacters = 1_000;

/** The result of a call that failed: the only way out for failures, so that none is too long or ill-formed for a model. */
export function failureResult(error: PortsideError, profile: Profile, context: SentenceContext, meta: Meta): ToolResult {
  // A change that has been made is never reported as none.
  const status = error.status === "rejected" && error.effects.length > 0 ? "partial" : error.status;
  const { effects } = error;
  const sentences: Sentences = { ...defaultSentences, ...profile.sentences };
  const sentence = sentenceOf(sentences, error.code, error.details, context);
  const text = [sentence, ...whatHappened(status, effects), ...nextMarker(meta)].join("\n").toWellFormed();
  const marked = quoting.includes(error.code) ? { ...meta, untrusted: true as const } : meta;
  return { status, code: error.code, details: bounded(error.details), text, effects, meta: marked };
}

/** Their facts repeat what files hold, or what others are called. */
const quoting: readonly Code[] = ["edit_not_found", "edit_not_unique", "patch_conflict", "stale_version", "not_found", "invalid_glob"];

function nextMarker({ next }: Meta): readonly string[] {
  if (next === undefined) return [];
  const call = callText(next.tool, next.arguments);
  return call.length > callCharacters ? [] : [marker(`Next: ${call}`)];
}

function whatHappened(status: ToolResult["status"], effects: readonly Effect[]): readonly string[] {
  const before = effects.length === 0 ? [] : ["Changed before that:", ...effectLines(effects)];
  if (status !== "uncertain") return before;
  return [...before, "It is not known whether the change was made. Look at the files before you repeat the call."];
}
