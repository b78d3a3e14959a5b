import { equalBytes } from "../core/bytes.ts";
import { fail } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import { byteOrderMark, encode, hasByteOrderMark, lineEndingOf } from "../core/text.ts";
import type { Expected } from "../ports/call.ts";
import type { Writer, WriteRequest, WriteResponse } from "../ports/writer.ts";
import type { Entry, FileEntry, Receipt } from "../volumes/volume.ts";
import type { Access, Place, Plan } from "./access.ts";
import { missingDirectories } from "./directory-maker.ts";
import { requirePath, requireWellFormed } from "./requests.ts";

export function createWriter(access: Access): Writer {
  return {
    async write(request, context = {}) {
      requirePath(request.path, "path");
      requireStorable(request);
      const leaf = expectsAbsent(request.path, request.expected) ? "keep" : (request.dialect?.leafLink ?? "follow");
      return access.change<WriteResponse>(
        {
          ...(request.expected ? { expected: request.expected } : {}),
          plan: () =>
            chain(access.locate(request.path, { for: "write", leaf, absent: true }, context), (place) => {
              refuseOther(request.path, place.entry);
              return chain(storedBytes(access, request, place.entry), (bytes) =>
                chain(holds(access, place.entry, bytes), (same) =>
                  same ? planNothing(access, place, bytes) : planWrite(access, place, bytes),
                ),
              );
            }),
        },
        context,
      );
    },
  };
}

function requireStorable({ path, content }: WriteRequest): void {
  if (typeof content !== "string") return;
  if (content.includes("\0")) throw fail("binary_file", { path, in: "content" });
  requireWellFormed(content, "content");
}

/** Must nothing be at the path? Then a link there is something. */
function expectsAbsent(path: string, expected: Expected | undefined): boolean {
  return expected?.some((expectation) => expectation.path === path && expectation.version === "absent") ?? false;
}

function refuseOther(path: string, entry: Entry | undefined): void {
  if (entry === undefined || entry.kind === "file") return;
  if (entry.kind === "directory") throw fail("is_a_directory", { path });
  throw fail("not_a_file", { path, kind: entry.kind });
}

/** Text takes over how the file it replaces begins and ends its lines; bytes are stored as they are. */
function storedBytes(access: Access, { content, dialect }: WriteRequest, entry: Entry | undefined): MaybePromise<Uint8Array> {
  if (typeof content !== "string") return content;
  if (entry?.kind !== "file" || dialect?.keepFormat === false) return encode(content);
  // The beginning of a file tells its format; the rest of a large one is not read to learn more.
  return chain(access.read(entry, 0, Math.min(entry.size, limits.searchBinaryWindow)), (head) => {
    const ending = lineEndingOf(head);
    const crlf = ending === "crlf" || (ending === "mixed" && dialect?.mixedEndings === "crlf");
    return encode(withFormat(content, { bom: hasByteOrderMark(head), crlf }));
  });
}

function withFormat(content: string, { bom, crlf }: { readonly bom: boolean; readonly crlf: boolean }): string {
  const lines = crlf ? content.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n") : content;
  return bom && !lines.startsWith(byteOrderMark) ? byteOrderMark + lines : lines;
}

/** The file has these very bytes already. */
function holds(access: Access, entry: Entry | undefined, bytes: Uint8Array): MaybePromise<boolean> {
  if (entry?.kind !== "file" || entry.size !== bytes.length) return false;
  return chain(access.read(entry), (stored) => equalBytes(stored, bytes));
}

/** Writing what is there changes nothing: the version stays, and nobody is told of a change. */
function planNothing(access: Access, place: Place, bytes: Uint8Array): Plan<WriteResponse> {
  const { version } = place.entry as FileEntry;
  return { targets: [{ place, capability: "write" }], changes: [], respond: () => ({ ...written(access, place, bytes), version }) };
}

function planWrite(access: Access, place: Place, bytes: Uint8Array): Plan<WriteResponse> {
  const parents = missingDirectories(place);
  const response = written(access, place, bytes);
  return {
    targets: [{ place, capability: "write" }],
    changes: [...parents, { op: "put", path: place.path, bytes, expect: place.entry?.kind === "file" ? place.entry.version : "absent" }],
    respond: (receipt) => ({ ...response, ...versionIn(receipt, parents.length) }),
  };
}

function written(access: Access, place: Place, bytes: Uint8Array): WriteResponse {
  return {
    path: access.shown(place.path),
    bytesWritten: bytes.length,
    created: place.entry === undefined,
    lineEnding: lineEndingOf(bytes),
    bom: hasByteOrderMark(bytes),
  };
}

/** The version of the file that a receipt's change made. */
export function versionIn(receipt: Receipt | undefined, index: number): { readonly version?: string } {
  const entry = receipt?.entries[index];
  return entry?.kind === "file" ? { version: entry.version } : {};
}
