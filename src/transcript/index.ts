export type { Difference } from "./compare.ts";
export type { FileView } from "./compare-files.ts";
export { isKnownEvent, transcriptVersion } from "./format.ts";
export type {
  ExpectEvent,
  ExpectFilesEvent,
  ExpectResultEvent,
  KnownEvent,
  MessageEvent,
  OtherEvent,
  ToolCallEvent,
  ToolResultEvent,
  Transcript,
  TranscriptEntry,
  TranscriptEvent,
  TranscriptHeader,
} from "./format.ts";
export { parseTranscript } from "./parse.ts";
export type { ParsedTranscript, TranscriptFault } from "./parse.ts";
export { replay, stepsOf } from "./replay.ts";
export type { ReplayCallOptions, ReplayEvent, ReplayOptions, ReplayStep, ReplayTarget } from "./replay.ts";
export { stringifyTranscript } from "./stringify.ts";
