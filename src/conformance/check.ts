import type { Code } from "../core/codes.ts";
import { isPortsideError } from "../core/errors.ts";
import type { PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";

/** Assertions of the suites, which run under any test runner or none. Each throws an Error that shows both values. */

export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Equal as values: arrays by element, bytes by byte, objects by their own fields, where an absent field equals undefined. */
export function checkEqual(actual: unknown, expected: unknown, what: string): void {
  check(isEqual(actual, expected), `${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/** The call must fail with that code, and with `details` among the error's. Returns the error. */
export async function checkFails(call: () => MaybePromise<unknown>, code: Code, details: object = {}): Promise<PortsideError> {
  const error = await thrownBy(call);
  check(isPortsideError(error), `expected ${code}, got ${show(error)}`);
  checkEqual(error.code, code, "code");
  const actual = error.details as unknown as Record<string, unknown>;
  for (const [name, expected] of Object.entries(details)) checkEqual(actual[name], expected, `${code}.${name}`);
  return error;
}

async function thrownBy(call: () => MaybePromise<unknown>): Promise<unknown> {
  try {
    return `the value ${show(await call())}`;
  } catch (error) {
    return error;
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (Array.isArray(a) !== Array.isArray(b) || a instanceof Uint8Array !== b instanceof Uint8Array) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isEqual(a[name], b[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Uint8Array) return `bytes [${value.join(" ")}]`;
  return typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
}
