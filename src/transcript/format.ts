import type { Code } from "../core/codes.ts";
import type { Meta, ToolResult } from "../tools/result.ts";

/** A newer file is refused, an older one is brought up to date when it is parsed. */
export const transcriptVersion = 1;

/**
 * A log of what a model said and called, and of what it got: one JSON object a line, the header first. Results are in exactly the words of
 * `ToolResult`. Event types and fields that are not listed here are kept.
 *
 *     {"type":"transcript","version":1,"title":"Rename foo","workspace":{"files":{"a.ts":"const foo = 1;\n"}}}
 *     {"type":"message","role":"user","content":"Rename foo to bar."}
 *     {"type":"tool_call","id":"1","name":"edit","arguments":{"path":"a.ts","edits":[{"old_string":"foo","new_string":"bar"}]}}
 *     {"type":"expect","toolCallId":"1","status":"ok","data":{"replacements":1}}
 *     {"type":"expect","files":{"a.ts":"const bar = 1;\n"}}
 */
export interface Transcript {
  readonly header: TranscriptHeader;
  readonly entries: readonly TranscriptEntry[];
}

/** One event and its 1-based line in the file. */
export interface TranscriptEntry<E extends TranscriptEvent = TranscriptEvent> {
  readonly line: number;
  readonly event: E;
}

export interface TranscriptHeader {
  readonly type: "transcript";
  readonly version: typeof transcriptVersion;
  readonly title?: string;
  /** Name of the profile whose tools are called; "default". */
  readonly profile?: string;
  /** What the workspace holds at the beginning: root-relative paths and texts, null for an empty directory. Absent: what the host has. */
  readonly workspace?: { readonly files: Readonly<Record<string, string | null>> };
}

export interface MessageEvent {
  readonly type: "message";
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Has either `arguments` or, where the model's own JSON text was no object, that text: it is kept, never repaired. */
export interface ToolCallEvent {
  readonly type: "tool_call";
  /** Unique in the file. */
  readonly id: string;
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly argumentsText?: string;
  readonly turn?: string;
  /** Neighbouring calls of one group were issued at once. */
  readonly group?: string;
}

/** What a recorded call answered; may be missing. */
export interface ToolResultEvent {
  readonly type: "tool_result";
  readonly toolCallId: string;
  readonly status: ToolResult["status"];
  readonly code?: Code;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly text: string;
  /** With what middlewares did to the call, in `around`. */
  readonly meta?: Partial<Meta>;
  readonly effects: readonly unknown[];
}

/** What a call must answer, whoever wrote it down. */
export interface ExpectResultEvent {
  readonly type: "expect";
  readonly toolCallId: string;
  readonly status?: ToolResult["status"];
  readonly code?: Code;
  /** Objects by the keys given, arrays item by item. */
  readonly data?: unknown;
  /** Each must stand in what the model reads. */
  readonly text_contains?: readonly string[];
}

/** What files must hold at this place of the transcript: text, or null where there must be no file. */
export interface ExpectFilesEvent {
  readonly type: "expect";
  readonly files: Readonly<Record<string, string | null>>;
  /** These are all the files of the workspace. */
  readonly exact?: true;
}

/** Of a type that this version does not know. */
export interface OtherEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type ExpectEvent = ExpectResultEvent | ExpectFilesEvent;
export type KnownEvent = MessageEvent | ToolCallEvent | ToolResultEvent | ExpectEvent;
export type TranscriptEvent = KnownEvent | OtherEvent;

const knownTypes: readonly string[] = ["message", "tool_call", "tool_result", "expect"] satisfies readonly KnownEvent["type"][];

export function isKnownEvent(event: TranscriptEvent): event is KnownEvent {
  return knownTypes.includes(event.type);
}
