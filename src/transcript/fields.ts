import { codes } from "../core/codes.ts";
import { transcriptVersion } from "./format.ts";

type Value = Readonly<Record<string, unknown>>;

/** What a field must be, or undefined where the value is that. */
type Field = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, Field>>;

/** What is wrong with the first object of a file. */
export function headerFaults(value: Value): readonly string[] {
  if (value["type"] !== "transcript") return ['the first line is the header: {"type":"transcript","version":1}'];
  return fieldFaults(value, header);
}

/** What is wrong with any other object. Types that are not known are not judged. */
export function eventFaults(value: Value): readonly string[] {
  const type = value["type"];
  if (typeof type !== "string") return ["type must be a string"];
  if (type === "transcript") return ["a file holds one header, on its first line"];
  return fieldFaults(value, fieldsOf(type, value)).concat(choiceFaults(type, value));
}

function fieldFaults(value: Value, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const wanted = field(value[name]);
    return wanted === undefined ? [] : [`${name} must be ${wanted}`];
  });
}

const text: Field = (value) => (typeof value === "string" ? undefined : "a string");
const object: Field = (value) => (isObject(value) ? undefined : "an object");
const list: Field = (value) => (Array.isArray(value) ? undefined : "an array");
const texts: Field = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? undefined : "an array of strings";
const files: Field = (value) => {
  const held = isObject(value) && Object.values(value).every((item) => item === null || typeof item === "string");
  return held ? undefined : "an object of paths, each with a text or null";
};
const workspace: Field = (value) =>
  isObject(value) && files(value["files"]) === undefined ? undefined : "an object with files, each a text or null";

function oneOf(...allowed: readonly unknown[]): Field {
  return (value) => (allowed.includes(value) ? undefined : `one of ${allowed.map((item) => JSON.stringify(item)).join(", ")}`);
}

function optional(field: Field): Field {
  return (value) => (value === undefined ? undefined : field(value));
}

const status = oneOf("ok", "rejected", "partial", "uncertain");
const code: Field = (value) => ((codes as readonly unknown[]).includes(value) ? undefined : "one of Portside's codes");

const header: Fields = {
  version: oneOf(transcriptVersion),
  title: optional(text),
  profile: optional(text),
  workspace: optional(workspace),
};

const expectResult: Fields = { toolCallId: text, status: optional(status), code: optional(code), text_contains: optional(texts) };
const expectFiles: Fields = { files, exact: optional(oneOf(true)) };

const events: Readonly<Record<string, Fields>> = {
  message: { role: oneOf("system", "user", "assistant"), content: text },
  tool_call: {
    id: text,
    name: text,
    arguments: optional(object),
    argumentsText: optional(text),
    turn: optional(text),
    group: optional(text),
  },
  tool_result: {
    toolCallId: text,
    status,
    code: optional(code),
    details: optional(object),
    text,
    meta: optional(object),
    effects: list,
  },
};

function fieldsOf(type: string, value: Value): Fields {
  if (type === "expect") return "files" in value ? expectFiles : expectResult;
  return Object.hasOwn(events, type) ? (events[type] as Fields) : {};
}

function choiceFaults(type: string, value: Value): readonly string[] {
  if (type === "tool_call" && "arguments" in value === "argumentsText" in value)
    return ["a tool_call has either arguments or argumentsText"];
  if (type === "expect" && "files" in value && "toolCallId" in value) return ["an expect is about one call or about files, not both"];
  if (type === "tool_result" && (value["status"] === "ok") === "code" in value)
    return ["a tool_result has a code exactly when its status is not ok"];
  return [];
}

function isObject(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
