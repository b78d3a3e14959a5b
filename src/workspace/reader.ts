import { fail } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { isPromise } from "../core/maybe-promise.ts";
import { imageTypeOf } from "../core/media-type.ts";
import { isBinary } from "../core/index-of-byte.ts";
import { byteLength, decode, invalidUtf8At } from "../core/text.ts";
import type { CallContext } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { Reader, ReadRequest, ReadResponse } from "../ports/reader.ts";
import type { FileEntry } from "../volumes/volume.ts";
import type { Access } from "./access.ts";
import { createLineCursor, type LineCursor, type Span } from "./line-cursor.ts";
import { capOf, invalid, requireCounts, requireFile, requirePath } from "./requests.ts";
import { checkpointLines, indexText, type ReadRange, type TextIndex, type TextIndexes } from "./texts.ts";

export function createReader(access: Access, indexes: TextIndexes): Reader {
  return {
    async read(request, context = {}) {
      requirePath(request.path, "path");
      requireCounts(request, ["offset", "column", "limit", "maxBytes"], 1);
      const place = await access.locate(request.path, { for: "read", leaf: request.dialect?.leafLink ?? "follow" }, context);
      const file = requireFile(place, request.path);
      const read: ReadRange = (start, end) => access.read(file, start, end);
      await refuseForeign(request.path, file, { read, dialect: request.dialect ?? {} });
      const index = await indexOf(file, read, { request, context, indexes });
      return { path: access.shown(place.path), ...(await readWindow({ request, file, read, index })) };
    },
  };
}

/** Images, binary files and files over the dialect's size are told apart before anything is read whole. */
async function refuseForeign(
  path: string,
  file: FileEntry,
  { read, dialect }: { readonly read: ReadRange; readonly dialect: Dialect },
): Promise<void> {
  const head = await read(0, Math.min(file.size, limits.binaryWindow));
  const mediaType = imageTypeOf(head);
  if (mediaType) throw fail("unsupported_file", { path, mediaType });
  if (isBinary(head, limits.binaryWindow)) throw fail("binary_file", { path, in: "file" });
  const limit = dialect.maxFileBytes;
  if (limit !== undefined && file.size > limit) throw fail("file_too_large", { path, size: file.size, limit });
}

interface IndexInput {
  readonly request: ReadRequest;
  readonly context: CallContext;
  readonly indexes: TextIndexes;
}

async function indexOf(file: FileEntry, read: ReadRange, { request, context, indexes }: IndexInput): Promise<TextIndex> {
  const { maxLineBytes, invalidUtf8 } = request.dialect ?? {};
  // A bound on lines is another question than the one a kept index answered.
  const kept = maxLineBytes === undefined ? indexes.get(file) : undefined;
  const index = kept ?? (await indexText(file, read, { maxLineBytes, signal: context.signal }));
  if (maxLineBytes === undefined) indexes.keep(file, index);
  if (index.longLine && maxLineBytes !== undefined) {
    throw fail("line_too_large", { path: request.path, line: index.longLine.line, size: index.longLine.bytes, limit: maxLineBytes });
  }
  if (!index.utf8 && invalidUtf8 === "refuse")
    throw fail("not_utf8", { path: request.path, offset: invalidUtf8At(await read(0, file.size)) });
  return index;
}

interface Window {
  readonly request: ReadRequest;
  readonly file: FileEntry;
  readonly read: ReadRange;
  readonly index: TextIndex;
}

async function readWindow(window: Window): Promise<Omit<ReadResponse, "path">> {
  const { request, file, index } = window;
  const totalLines = countLines(index, request.dialect ?? {});
  const startLine = request.offset ?? 1;
  if (startLine > Math.max(1, totalLines)) throw fail("offset_past_end", { path: request.path, offset: startLine, totalLines });
  const collected = request.column === undefined ? await collectLines(window, totalLines) : await collectColumn(window);
  const endLine = startLine + collected.lines.length - 1;
  return {
    version: file.version,
    content: collected.lines.join("\n"),
    startLine,
    endLine,
    totalLines,
    ...truncation(collected, { endLine, totalLines }),
    longLines: collected.longLines,
    bom: index.bom,
    lineEnding: index.lineEnding,
    utf8: index.utf8,
  };
}

function countLines(index: TextIndex, dialect: Dialect): number {
  if (dialect.finalNewline === "starts-line") return index.newlines + 1;
  const isEmpty = index.size === (index.bom ? 3 : 0);
  return index.newlines + (isEmpty || index.endsWithNewline ? 0 : 1);
}

interface Collected {
  readonly lines: string[];
  readonly longLines: { readonly line: number; readonly bytes: number }[];
  readonly full?: "bytes";
  readonly nextColumn?: number;
}

function truncation(
  { longLines, full, nextColumn }: Collected,
  { endLine, totalLines }: { readonly endLine: number; readonly totalLines: number },
): Pick<ReadResponse, "truncated" | "truncatedBy" | "nextOffset" | "nextColumn"> {
  const more = endLine < totalLines;
  const byBytes = full === "bytes" || longLines.length > 0 || nextColumn !== undefined;
  if (!more && !byBytes) return { truncated: false };
  return {
    truncated: true,
    truncatedBy: byBytes ? "bytes" : "limit",
    ...(more ? { nextOffset: endLine + 1 } : {}),
    ...(nextColumn === undefined ? {} : { nextColumn }),
  };
}

/** Whole lines until the limit of lines or of bytes; a line that could never fit is "" and listed. */
async function collectLines(window: Window, totalLines: number): Promise<Collected> {
  const { request } = window;
  const maxBytes = capOf(request.maxBytes, limits.outputBytes);
  const startLine = request.offset ?? 1;
  const last = Math.min(totalLines, startLine + capOf(request.limit, limits.readLines) - 1);
  const cursor = await cursorAt(window, startLine);
  const collected: Collected = { lines: [], longLines: [] };
  let bytes = 0;
  for (let line = startLine; line <= last; line++) {
    const next = cursor.next();
    const span = isPromise(next) ? await next : next;
    const size = span.end - span.start;
    if (size > maxBytes && request.dialect?.longLine === "drop") return { ...collected, full: "bytes" };
    if (size > maxBytes && request.dialect?.longLine === "cut")
      return cutLine(window, { cursor, span, collected, maxBytes: maxBytes - bytes });
    const text = size > maxBytes ? "" : textOf(window, await cursor.bytes(span), line === 1);
    const cost = byteLength(text) + (line > startLine ? 1 : 0);
    if (bytes + cost > maxBytes) return { ...collected, full: "bytes" };
    bytes += cost;
    collected.lines.push(text);
    if (size > maxBytes) collected.longLines.push({ line, bytes: size });
  }
  return collected;
}

interface Cut {
  readonly cursor: LineCursor;
  readonly span: Span;
  readonly collected: Collected;
  readonly maxBytes: number;
}

/** The beginning of a line, as the last of the window. */
async function cutLine(window: Window, { cursor, span, collected, maxBytes }: Cut): Promise<Collected> {
  const bytes = await cursor.bytes({ start: span.start, end: clipEnd(window, span, maxBytes) });
  const whole = bytes.subarray(0, characterEnd(bytes, storable(window, maxBytes)));
  const lines = [...collected.lines, textOf(window, whole, collected.lines.length === 0 && span.start === 0)];
  return { ...collected, lines, full: "bytes", nextColumn: whole.length + 1 };
}

/** The rest of one line from a byte column on, cut between two characters. */
async function collectColumn(window: Window): Promise<Collected> {
  const { request, index } = window;
  const column = request.column ?? 1;
  const maxBytes = capOf(request.maxBytes, limits.outputBytes);
  if (maxBytes < largestCharacter)
    throw invalid({ at: "maxBytes", problem: "too_small", limit: largestCharacter, received: String(maxBytes) });
  const cursor = await cursorAt(window, request.offset ?? 1);
  const line = await cursor.next();
  const span = { start: line.start + column - 1, end: line.end };
  if (span.start > span.end)
    throw invalid({ at: "column", problem: "too_big", limit: line.end - line.start + 1, received: String(column) });
  const bytes = await cursor.bytes({ start: span.start, end: clipEnd(window, span, maxBytes) });
  if (index.utf8 && isContinuation(bytes[0]))
    throw invalid({ at: "column", problem: "conflict", expected: "the first byte of a character", received: String(column) });
  const whole = bytes.subarray(0, characterEnd(bytes, storable(window, maxBytes)));
  const lines = [textOf(window, whole, span.start === 0)];
  if (span.start + whole.length === span.end) return { lines, longLines: [] };
  return { lines, longLines: [], full: "bytes", nextColumn: column + whole.length };
}

const largestCharacter = 4;

/** Stored bytes that are sure to be at most `maxBytes` when shown: a byte that is not UTF-8 is shown as three. */
function storable({ index }: Window, maxBytes: number): number {
  return index.utf8 ? maxBytes : Math.max(1, Math.floor(maxBytes / 3));
}

/** One byte more than may be shown, to see whether a character goes on there. */
function clipEnd(window: Window, span: Span, maxBytes: number): number {
  return Math.min(span.end, span.start + storable(window, maxBytes) + 1);
}

/** The last end of a character within `max` bytes; where there is none, the bytes are not UTF-8 and may be cut anywhere. */
function characterEnd(bytes: Uint8Array, max: number): number {
  const most = Math.min(bytes.length, max);
  let end = most;
  while (end > 0 && isContinuation(bytes[end])) end--;
  return end === 0 ? most : end;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** `startsFile`: a byte order mark is no part of the text. */
function textOf({ request, index }: Window, bytes: Uint8Array, startsFile: boolean): string {
  const text = decode(bytes);
  return startsFile && index.bom && request.dialect?.text !== "verbatim" ? text.slice(1) : text;
}

async function cursorAt({ request, file, read, index }: Window, line: number): Promise<LineCursor> {
  const checkpoint = Math.floor((line - 1) / checkpointLines);
  const start = index.checkpoints[checkpoint] ?? file.size;
  const cursor = createLineCursor(read, { size: file.size, start, keepReturn: request.dialect?.text === "verbatim" });
  for (let skipped = checkpoint * checkpointLines + 1; skipped < line; skipped++) {
    const next = cursor.next();
    if (isPromise(next)) await next;
  }
  return cursor;
}
