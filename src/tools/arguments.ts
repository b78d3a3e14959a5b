import { safeParse } from "zod/mini";
import type { $ZodIssue, $ZodType, $ZodTypes } from "zod/v4/core";
import { fail, isPortsideError } from "../core/errors.ts";
import type { ArgumentIssue } from "../core/errors.ts";
import { byteLength, clipToBytes, loneSurrogate } from "../core/text.ts";
import { parseJson, pathOf } from "./json.ts";

/** Bytes of a model's arguments that a rejection echoes. */
const echoBytes = 2_048;

/** Names of parameters that hold a path: a lone surrogate in one is the port's `path_malformed`. */
const pathKeys: readonly PropertyKey[] = ["path", "source", "destination"];

/** The order in which wrong numbers are reported. */
const numberOrder = ["offset", "start_line", "limit", "max_lines", "context", "depth"];

export interface ArgumentOptions {
  /** What an explicit null means for a parameter that may be left out. */
  readonly nulls: "absent" | "refuse";
  /** The tool's own. */
  readonly repair?: ((args: unknown) => unknown) | undefined;
}

/** The arguments as the schema has them, from an object or from JSON text. Throws `invalid_arguments` with every issue. */
export function parseArguments<Args>(schema: $ZodType<Args>, raw: unknown, options: ArgumentOptions): Args {
  try {
    return readArguments(schema, raw, options);
  } catch (error) {
    if (isPortsideError(error)) throw error;
    // An object of a host's own may have getters, or be a proxy: what they throw is a fault of the arguments.
    throw refusal([{ at: "", problem: "type", expected: "object of plain data", received: `one that throws: ${String(error)}` }], raw);
  }
}

function readArguments<Args>(schema: $ZodType<Args>, raw: unknown, options: ArgumentOptions): Args {
  const parsed = typeof raw === "string" ? parseJson(raw) : { value: raw };
  if ("issues" in parsed) throw refusal(parsed.issues, raw);
  const repaired = options.repair === undefined ? parsed.value : options.repair(parsed.value);
  const value = options.nulls === "absent" ? withoutNulls(schema, repaired) : repaired;
  const result = safeParse(schema, value);
  if (!result.success) throw refusal(issuesOf(result.error.issues, schema, value), raw);
  const illFormed = illFormedStrings(result.data, []); // as deep as the schema
  if (illFormed.length > 0) throw refusal(illFormed, raw);
  return result.data;
}

function refusal(issues: readonly ArgumentIssue[], raw: unknown): Error {
  const received = echo(raw);
  return fail("invalid_arguments", received === undefined ? { issues } : { issues, received });
}

/** What the caller wrote, in its order, cut between two characters where it is long. */
function echo(raw: unknown): string | undefined {
  const text = typeof raw === "string" ? raw.toWellFormed() : stringify(raw);
  if (text === undefined || byteLength(text) <= echoBytes) return text;
  return `${clipToBytes(text, echoBytes)}… (cut, ${byteLength(text)} bytes in all)`;
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // a cycle or a bigint: there is nothing that a model could have written
  }
}

/** The value without the nulls of parameters that may be left out. What no schema speaks of is neither changed nor looked into. */
function withoutNulls(schema: $ZodType, value: unknown): unknown {
  const { def } = unwrap(schema)._zod;
  if (def.type === "array" && Array.isArray(value)) return value.map((item) => withoutNulls(def.element, item));
  if (def.type !== "object" || !isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = fieldOf(def.shape, key);
    if (field === undefined) Object.defineProperty(kept, key, Object.getOwnPropertyDescriptor(value, key) as PropertyDescriptor);
    else if (value[key] !== null || field._zod.optin !== "optional") kept[key] = withoutNulls(field, value[key]);
  }
  return kept;
}

type Shape = Readonly<Record<string, $ZodType>>;

function fieldOf(shape: Shape, key: string): $ZodType | undefined {
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
}

function unwrap(schema: $ZodType): $ZodTypes {
  const known = schema as $ZodTypes;
  return known._zod.def.type === "optional" ? unwrap(known._zod.def.innerType) : known;
}

function issuesOf(issues: readonly $ZodIssue[], schema: $ZodType, value: unknown): readonly ArgumentIssue[] {
  // A number can break its own bound and the largest safe integer at once; the later issue is its own bound.
  const byPlace = new Map<string, ArgumentIssue>();
  for (const issue of issues.flatMap((each) => issueOf(each, schema, value))) byPlace.set(`${issue.problem} ${issue.at}`, issue);
  return [...byPlace.values()].sort((a, b) => rank(a) - rank(b));
}

function rank(issue: ArgumentIssue): number {
  const index = numberOrder.indexOf(issue.at);
  return index < 0 ? numberOrder.length : index;
}

function issueOf(issue: $ZodIssue, schema: $ZodType, root: unknown): readonly ArgumentIssue[] {
  const at = pathOf(issue.path);
  const value = valueAt(root, issue.path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const allowed = keysAt(schema, issue.path);
      return issue.keys.map((key) => ({ at: pathOf([...issue.path, key]), problem: "unknown", allowed }));
    }
    case "invalid_type":
      if (value === undefined && issue.path.length > 0) return [{ at, problem: "missing", expected: typeWord(issue.expected) }];
      return [{ at, problem: "type", expected: typeWord(issue.expected), received: kindOf(value) }];
    case "invalid_value":
      return [{ at, problem: "not_one_of", allowed: issue.values.map(String), received: kindOrText(value) }];
    case "too_big":
      return [{ at, problem: "too_big", limit: Number(issue.maximum), received: kindOrText(value) }];
    case "too_small":
      if (typeof value === "string") return [{ at, problem: "empty" }];
      return [{ at, problem: "too_small", limit: Number(issue.minimum), received: kindOrText(value) }];
    case "invalid_format":
      return [{ at, problem: "empty" }]; // the one format in use is "not only blanks"
    default:
      return [{ at, problem: "type", received: kindOf(value) }];
  }
}

function typeWord(expected: string): string {
  return expected === "int" ? "integer" : expected;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step], root);
}

function keysAt(schema: $ZodType, path: readonly PropertyKey[]): readonly string[] {
  const { def } = unwrap(schema)._zod;
  const [step, ...rest] = path;
  if (def.type === "array") return keysAt(def.element, rest);
  if (def.type !== "object") return [];
  return step === undefined ? Object.keys(def.shape) : keysAt(def.shape[String(step)] as $ZodType, rest);
}

function illFormedStrings(value: unknown, path: readonly PropertyKey[]): readonly ArgumentIssue[] {
  if (typeof value === "string") {
    const allowed = pathKeys.includes(path.at(-1) ?? "") || loneSurrogate(value) < 0;
    return allowed ? [] : [{ at: pathOf(path), problem: "not_well_formed" }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => illFormedStrings(item, [...path, index]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => illFormedStrings(item, [...path, key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** Short values are said as they are, so that the model sees its own number or word. */
function kindOrText(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string" && value.length <= 60) return JSON.stringify(value);
  return kindOf(value);
}
