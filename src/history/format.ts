import type { Origin } from "../core/effects.ts";
import { checksum } from "../volumes/opfs/checksum.ts";
import { createPacker, createUnpacker, type Packer, type Unpacker } from "../volumes/opfs/packing.ts";
import type { CallMark, FileImage, HistoryRecord, Image, Kept, Step, StepReference, Toggle } from "./record.ts";

/** docs/history-format.md says the same in words: whoever changes one changes both, and the number. */
const formatVersion = 1;

/** The format, the length of the description, its checksum. */
export const headerBytes = 9;

/** What a record's file says before its pieces. */
export interface Described {
  readonly record: Omit<HistoryRecord, "number">;
  /** Lengths of the pieces that follow; undefined when these were dropped. */
  readonly pieces: readonly number[] | undefined;
}

const makers: readonly Origin["by"][] = ["tool", "shell", "host", "undo", "external"];
const kinds = { file: 1, executable: 2, directory: 3, symlink: 4, other: 5 } as const;

/** The header and the description; the pieces follow it, of these lengths. Undefined: they were dropped. */
export function packHead(record: Omit<HistoryRecord, "number">, pieces: readonly number[] | undefined): Uint8Array {
  const packer = createPacker();
  packOrigin(packer, record.origin);
  packOptional(packer, record.call, packCall);
  packOptional(packer, record.checkpoint, (to, name) => to.text(name));
  packAll(packer, record.steps, packStep);
  packAll(packer, record.toggles, packToggle);
  packOptional(packer, pieces, (to, lengths) => packAll(to, lengths, (each, length) => each.number(length)));
  return joined(framed(packer.bytes()));
}

/** A text with its checksum. */
export function packText(text: string): Uint8Array {
  const packer = createPacker();
  packer.text(text);
  return joined(framed(packer.bytes()));
}

/** Length of the description that follows the header. Throws RangeError where there is none of this format. */
export function describedBytes(header: Uint8Array): number {
  const unpacker = createUnpacker(header);
  const version = unpacker.byte();
  if (version !== formatVersion) throw new RangeError(`the unknown format ${version}`);
  return unpacker.uint32();
}

/** Throws RangeError where the bytes are not a header and its description. */
export function unpackRecord(head: Uint8Array): Described {
  const unpacker = describedBy(head);
  const record = {
    origin: unpackOrigin(unpacker),
    ...named("call", unpackOptional(unpacker, unpackCall)),
    ...named(
      "checkpoint",
      unpackOptional(unpacker, (from) => from.text()),
    ),
    steps: unpackAll(unpacker, unpackStep),
    toggles: unpackAll(unpacker, unpackToggle),
  };
  return { record, pieces: unpackOptional(unpacker, (from) => unpackAll(from, (each) => each.number())) };
}

/** Throws RangeError. */
export function unpackText(bytes: Uint8Array): string {
  return describedBy(bytes).text();
}

function framed(description: Uint8Array): readonly Uint8Array[] {
  const header = createPacker();
  header.byte(formatVersion);
  header.uint32(description.length);
  header.uint32(checksum(description));
  return [header.bytes(), description];
}

function describedBy(head: Uint8Array): Unpacker {
  const length = describedBytes(head);
  const header = createUnpacker(head.subarray(5, headerBytes));
  const description = head.subarray(headerBytes, headerBytes + length);
  if (description.length !== length || header.uint32() !== checksum(description)) throw new RangeError("it is damaged");
  return createUnpacker(description);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function packOrigin(packer: Packer, { by, actor, turn, callId }: Origin): void {
  packer.byte(makers.indexOf(by));
  for (const name of [actor, turn, callId]) packOptional(packer, name, (to, text) => to.text(text));
}

function unpackOrigin(unpacker: Unpacker): Origin {
  const by = makers[unpacker.byte()];
  if (by === undefined) throw new RangeError("a commit of nobody");
  const text = (): string | undefined => unpackOptional(unpacker, (from) => from.text());
  return { by, ...named("actor", text()), ...named("turn", text()), ...named("callId", text()) };
}

function packCall(packer: Packer, { tool, length, sum }: CallMark): void {
  packer.text(tool);
  packer.number(length);
  packer.uint32(sum);
}

function unpackCall(unpacker: Unpacker): CallMark {
  return { tool: unpacker.text(), length: unpacker.number(), sum: unpacker.uint32() };
}

function packStep(packer: Packer, { path, from, before, after, restores }: Step): void {
  packer.text(path);
  packOptional(packer, from, (to, text) => to.text(text));
  packOptional(packer, before, packImage);
  packOptional(packer, after, packImage);
  packOptional(packer, restores, packReference);
}

function unpackStep(unpacker: Unpacker): Step {
  return {
    path: unpacker.text(),
    ...named(
      "from",
      unpackOptional(unpacker, (from) => from.text()),
    ),
    ...named("before", unpackOptional(unpacker, unpackImage)),
    ...named("after", unpackOptional(unpacker, unpackImage)),
    ...named("restores", unpackOptional(unpacker, unpackReference)),
  };
}

function packImage(packer: Packer, image: Image): void {
  packer.byte(kinds[image.kind === "file" && image.executable ? "executable" : image.kind]);
  if (image.kind === "symlink") packer.text(image.target);
  if (image.kind !== "file") return;
  packOptional(packer, image.version, (to, version) => to.text(version));
  packOptional(packer, image.kept, packKept);
  packOptional(packer, image.sum, (to, sum) => to.uint32(sum));
}

function unpackImage(unpacker: Unpacker): Image {
  const kind = unpacker.byte();
  if (kind === kinds.directory) return { kind: "directory" };
  if (kind === kinds.other) return { kind: "other" };
  if (kind === kinds.symlink) return { kind: "symlink", target: unpacker.text() };
  if (kind !== kinds.file && kind !== kinds.executable) throw new RangeError(`a node of the unknown kind ${kind}`);
  return unpackFile(unpacker, kind === kinds.executable);
}

function unpackFile(unpacker: Unpacker, executable: boolean): FileImage {
  return {
    kind: "file",
    executable,
    ...named(
      "version",
      unpackOptional(unpacker, (from) => from.text()),
    ),
    ...named("kept", unpackOptional(unpacker, unpackKept)),
    ...named(
      "sum",
      unpackOptional(unpacker, (from) => from.uint32()),
    ),
  };
}

function packKept(packer: Packer, kept: Kept | "lost"): void {
  packOptional(packer, kept === "lost" ? undefined : kept, (to, { start, end, piece, sum }) => {
    for (const value of [start, end, piece]) to.number(value);
    to.uint32(sum);
  });
}

function unpackKept(unpacker: Unpacker): Kept | "lost" {
  const kept = unpackOptional(unpacker, (from) => ({ start: from.number(), end: from.number(), piece: from.number(), sum: from.uint32() }));
  return kept ?? "lost";
}

function packReference(packer: Packer, { number, index }: StepReference): void {
  packer.number(number);
  packer.number(index);
}

function unpackReference(unpacker: Unpacker): StepReference {
  return { number: unpacker.number(), index: unpacker.number() };
}

function packToggle(packer: Packer, { undone, ...reference }: Toggle): void {
  packReference(packer, reference);
  packer.byte(undone ? 1 : 0);
}

function unpackToggle(unpacker: Unpacker): Toggle {
  return { ...unpackReference(unpacker), undone: unpacker.byte() === 1 };
}

function packOptional<T>(packer: Packer, value: T | undefined, pack: (packer: Packer, value: T) => void): void {
  packer.byte(value === undefined ? 0 : 1);
  if (value !== undefined) pack(packer, value);
}

function unpackOptional<T>(unpacker: Unpacker, unpack: (unpacker: Unpacker) => T): T | undefined {
  return unpacker.byte() === 0 ? undefined : unpack(unpacker);
}

function packAll<T>(packer: Packer, values: readonly T[], pack: (packer: Packer, value: T) => void): void {
  packer.number(values.length);
  for (const value of values) pack(packer, value);
}

function unpackAll<T>(unpacker: Unpacker, unpack: (unpacker: Unpacker) => T): T[] {
  return Array.from({ length: unpacker.number() }, () => unpack(unpacker));
}

/** `{ name: value }`, or nothing. */
function named<Name extends string, T>(name: Name, value: T | undefined): { readonly [N in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: T };
}
