import { decodeStrict } from "../../core/text.ts";
import type { Reading } from "./scanner.ts";

/** A name as a header writes it, one character for each byte. */
export interface HeaderName {
  readonly name: string;
  /** What follows the closing quote, the tab or the blank before a time. */
  readonly rest: string;
}

/** GNU diff puts a time after the name, and writes names with blanks bare: only something that looks like a time is cut off. */
const trailingTime = / +(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: [-+]\d\d:?\d\d)?) *$/;
const epoch = /^(1969-12-31|1970-01-01) (\d\d):(\d\d):00(?:\.0+)? ([-+])(\d\d):?(\d\d)/;

/** The name after `--- `, `+++ `, `rename from ` and the like. Undefined: an unclosed quote or an unknown escape. */
export function readName(text: string): HeaderName | undefined {
  if (text.startsWith('"')) return readQuoted(text);
  const tab = text.indexOf("\t");
  return tab < 0 ? { name: text, rest: "" } : { name: text.slice(0, tab), rest: text.slice(tab + 1) };
}

/** As `readName`, and a time set apart by blanks is no part of the name. */
export function readTimedName(text: string): HeaderName | undefined {
  const time = text.includes("\t") ? null : trailingTime.exec(text);
  if (time === null || text.startsWith('"')) return readName(text);
  return { name: text.slice(0, time.index), rest: time[1] as string };
}

/** Both names after `diff --git `, when they can be told apart: quoted, or the same but for the first letter. */
export function readNamePair(text: string): readonly [string, string] | undefined {
  if (text.startsWith('"')) return pairAfterQuoted(text);
  if (text.endsWith('"')) return pairBeforeQuoted(text);
  const middle = (text.length - 1) / 2;
  if (text[middle] !== " ") return undefined;
  const pair = [text.slice(0, middle), text.slice(middle + 1)] as const;
  return pair[0].slice(2) === pair[1].slice(2) ? pair : undefined;
}

/** Whether the time is 1970-01-01 00:00 UTC, by which diff says that a side does not exist. */
export function isEpoch(time: string): boolean {
  const parts = epoch.exec(time);
  if (parts === null) return false;
  const [, day, hours, minutes, sign, zoneHours, zoneMinutes] = parts;
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === "-" ? -1 : 1);
  const local = Number(hours) * 60 + Number(minutes) - (day === "1969-12-31" ? 24 * 60 : 0);
  return local === zone;
}

/** Without the literal `a/` or `b/`; an absolute name has none to lose, and as git reads it loses its slash. Undefined: there is no such prefix. */
export function stripPrefix(name: string, reading: Reading): string | undefined {
  if (name.startsWith("a/") || name.startsWith("b/")) return name.slice(2);
  if (!name.startsWith("/")) return undefined;
  return reading === "git" ? name.replace(/^\/+/, "") : name;
}

/** The path a name stands for, repeated slashes and `.` removed. Undefined: not UTF-8, or nothing that can be a file. */
export function toPath(name: string): string | undefined {
  const path = isAscii(name) ? name : decodeStrict(Uint8Array.from(name, (unit) => unit.charCodeAt(0)));
  if (path === undefined || path.includes("\0") || /(^|\/)\.?$/.test(path)) return undefined;
  // Most names have no part to leave out.
  if (!/(^|\/)\.?\//.test(path)) return path;
  const names = path.split("/").filter((part) => part !== "" && part !== ".");
  return (path.startsWith("/") ? "/" : "") + names.join("/");
}

/** Where a byte is a character, a name is as it is decoded. */
export function isAscii(text: string): boolean {
  return !/[\x80-\xff]/.test(text);
}

function pairAfterQuoted(text: string): readonly [string, string] | undefined {
  const first = readQuoted(text);
  if (first === undefined || !first.rest.startsWith(" ")) return undefined;
  const second = readName(first.rest.slice(1));
  return second === undefined ? undefined : [first.name, second.name];
}

function pairBeforeQuoted(text: string): readonly [string, string] | undefined {
  const quote = text.indexOf(' "');
  const second = quote < 0 ? undefined : readQuoted(text.slice(quote + 1));
  return second === undefined ? undefined : [text.slice(0, quote), second.name];
}

const escapes: Readonly<Record<string, string>> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", '"': '"', "\\": "\\" };

function readQuoted(text: string): HeaderName | undefined {
  const body = /^"((?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*)"/.exec(text);
  if (body === null) return undefined;
  const name = (body[1] as string).replace(/\\([0-3][0-7]{2}|.)/g, (_, escape: string) => {
    return escapes[escape] ?? String.fromCharCode(Number.parseInt(escape, 8));
  });
  return { name, rest: text.slice(body[0].length) };
}
