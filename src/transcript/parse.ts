import { byteOrderMark } from "../core/text.ts";
import { eventFaults, headerFaults } from "./fields.ts";
import { transcriptVersion } from "./format.ts";
import type { Transcript, TranscriptEntry, TranscriptEvent, TranscriptHeader } from "./format.ts";
import { pairingFaults } from "./pairing.ts";

/** One thing that is wrong with a file. Lines are 1-based; `problem` is for people. */
export interface TranscriptFault {
  readonly line: number;
  readonly problem: string;
}

export type ParsedTranscript = { readonly transcript: Transcript } | { readonly faults: readonly [TranscriptFault, ...TranscriptFault[]] };

/** The events of a `*.transcript.jsonl` file, or everything that is wrong with it, in the order of its lines. Blank lines are skipped. */
export function parseTranscript(text: string): ParsedTranscript {
  const lines = text.split("\n").map((source, index) => ({ line: index + 1, source: index === 0 ? withoutMark(source) : source }));
  const [first, ...rest] = lines.filter(({ source }) => source.trim() !== "").map(parseLine);
  if (first === undefined) return refused([{ line: 1, problem: "the file is empty: a transcript begins with its header" }]);
  const faults = [...faultsOf(first, headerFaults), ...rest.flatMap((line) => faultsOf(line, eventFaults))];
  if (isNewer(first)) return refused([{ line: first.line, problem: newer(first.value.version) }]);
  const entries = rest.filter(hasValue).map(({ line, value }) => ({ line, event: value as TranscriptEvent }) satisfies TranscriptEntry);
  const [fault, ...others] = faults.length > 0 ? faults : pairingFaults(entries);
  if (fault !== undefined) return refused([fault, ...others]);
  return { transcript: { header: (first as ValueLine).value as unknown as TranscriptHeader, entries } };
}

interface ValueLine {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}
type ParsedLine = ValueLine | TranscriptFault;

function parseLine({ line, source }: { readonly line: number; readonly source: string }): ParsedLine {
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { line, problem: "a line holds one JSON object" };
    return { line, value: value as Readonly<Record<string, unknown>> };
  } catch (error) {
    return { line, problem: `not JSON: ${(error as Error).message}` };
  }
}

function hasValue(parsed: ParsedLine): parsed is ValueLine {
  return "value" in parsed;
}

type Check = (value: ValueLine["value"]) => readonly string[];

function faultsOf(parsed: ParsedLine, check: Check): readonly TranscriptFault[] {
  if (!hasValue(parsed)) return [parsed];
  return check(parsed.value).map((problem) => ({ line: parsed.line, problem }));
}

function refused(faults: readonly [TranscriptFault, ...TranscriptFault[]]): ParsedTranscript {
  return { faults };
}

/** What a newer file means by its lines is not known, so none of them is judged. */
function isNewer(parsed: ParsedLine): parsed is ValueLine & { readonly value: { readonly version: number } } {
  if (!hasValue(parsed) || parsed.value["type"] !== "transcript") return false;
  const version = parsed.value["version"];
  return typeof version === "number" && version > transcriptVersion;
}

function newer(version: number): string {
  return `this transcript has format version ${version}, and only versions up to ${transcriptVersion} can be read: use a newer Portside`;
}

function withoutMark(source: string): string {
  return source.startsWith(byteOrderMark) ? source.slice(byteOrderMark.length) : source;
}
