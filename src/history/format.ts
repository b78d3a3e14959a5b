import type { Origin } from "../core/effects.ts";
import type { VolumePath } from "../core/path.ts";
import { checksum } from "../volumes/opfs/checksum.ts";
import { createPacker, createUnpacker, type Packer, type Unpacker } from "../volumes/opfs/packing.ts";
import type { CallMark, FileImage, HistoryRecord, Image, Kept, Step, StepReference, Toggle } from "./record.ts";

/** docs/history-format.md says the same in words: whoever changes one changes both, and the number. */
const formatVersion = 2;

/** The format, the length of the description, its checksum. */
export const headerBytes = 9;

/** What a record's file says before its pieces. */
export interface Described {
  readonly record: Omit<HistoryRecord, "number">;
  /** Lengths of the pieces that follow; undefined when these were dropped. */
  readonly pieces: readonly number[] | undefined;
}

const makers: readonly Origin["by"][] = ["tool", "shell", "host", "undo", "external"];
/** What is written is copied from it. */
const scratch = new Uint8Array(4_096);
const kinds = { file: 1, executable: 2, directory: 3, symlink: 4, other: 5 } as const;

/** The header, the description, and the pieces. Undefined: they were dropped. */
export function packRecord(record: Omit<HistoryRecord, "number">, pieces: readonly Uint8Array[] | undefined): Uint8Array {
  const packer = createPacker(scratch);
  packOrigin(packer, record.origin);
  packOptional(packer, record.call, packCall);
  packOptional(packer, record.checkpoint, packText);
  packSteps(packer, record.steps);
  packAll(packer, record.toggles, packToggle);
  packOptional(packer, pieces, packLengths);
  return framed(packer.bytes(), pieces);
}

/** An answer with its checksum. */
export function packAnswer(answer: string): Uint8Array {
  const packer = createPacker(scratch);
  packer.text(answer);
  return framed(packer.bytes());
}

/** Length of the description that follows the header. Throws RangeError where there is none of this format. */
export function describedBytes(header: Uint8Array): number {
  const unpacker = createUnpacker(header);
  const version = unpacker.byte();
  if (version !== formatVersion) throw new RangeError(`the unknown format ${version}`);
  return unpacker.uint32();
}

/** Of a record; what follows its head is not looked at. Throws RangeError where they do not begin with a header and its description. */
export function unpackRecord(head: Uint8Array): Described {
  const unpacker = describedBy(head);
  const record = {
    origin: unpackOrigin(unpacker),
    ...named("call", unpackOptional(unpacker, unpackCall)),
    ...named(
      "checkpoint",
      unpackOptional(unpacker, (from) => from.text()),
    ),
    steps: unpackSteps(unpacker),
    toggles: unpackAll(unpacker, unpackToggle),
  };
  return { record, pieces: unpackOptional(unpacker, (from) => unpackAll(from, (each) => each.number())) };
}

/** Throws RangeError. */
export function unpackAnswer(bytes: Uint8Array): string {
  return describedBy(bytes).text();
}

/** A header, the description and what follows it, in a buffer of just their size. */
function framed(description: Uint8Array, pieces: readonly Uint8Array[] = []): Uint8Array {
  let end = headerBytes + description.length;
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, end));
  const header = new DataView(bytes.buffer);
  header.setUint8(0, formatVersion);
  header.setUint32(1, description.length, true);
  header.setUint32(5, checksum(description), true);
  bytes.set(description, headerBytes);
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

function describedBy(head: Uint8Array): Unpacker {
  const length = describedBytes(head);
  const header = createUnpacker(head.subarray(5, headerBytes));
  const description = head.subarray(headerBytes, headerBytes + length);
  if (description.length !== length || header.uint32() !== checksum(description)) throw new RangeError("it is damaged");
  return createUnpacker(description);
}

function packOrigin(packer: Packer, { by, actor, turn, callId }: Origin): void {
  packer.byte(makers.indexOf(by));
  for (const name of [actor, turn, callId]) packOptional(packer, name, packText);
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

function packSteps(packer: Packer, steps: readonly Step[]): void {
  packer.number(steps.length);
  let above = "";
  for (const step of steps) {
    packPath(packer, step.path, above);
    packStep(packer, step);
    above = step.path;
  }
}

/** Without the beginning that it has in common with the one above: files come by directories. */
function packPath(packer: Packer, path: VolumePath, above: VolumePath): void {
  let shared = 0;
  while (shared < above.length && path.charCodeAt(shared) === above.charCodeAt(shared)) shared++;
  if (isHighSurrogate(path.charCodeAt(shared - 1))) shared--;
  packer.number(shared);
  packer.text(path.slice(shared));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function packStep(packer: Packer, { from, before, after, restores }: Step): void {
  packOptional(packer, from, packText);
  packOptional(packer, before, packImage);
  packOptional(packer, after, packImage);
  packOptional(packer, restores, packReference);
}

function unpackSteps(unpacker: Unpacker): readonly Step[] {
  let above = "";
  return unpackAll(unpacker, () => {
    above = above.slice(0, unpacker.number()) + unpacker.text();
    return { path: above, ...unpackStep(unpacker) };
  });
}

function unpackStep(unpacker: Unpacker): Omit<Step, "path"> {
  return {
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
  packOptional(packer, image.version, packText);
  packOptional(packer, image.kept, packKept);
  packOptional(packer, image.sum, packSum);
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
  packOptional(packer, kept === "lost" ? undefined : kept, packPart);
}

function packPart(packer: Packer, { start, end, piece, sum }: Kept): void {
  packer.number(start);
  packer.number(end);
  packer.number(piece);
  packer.uint32(sum);
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

function packText(packer: Packer, text: string): void {
  packer.text(text);
}

function packSum(packer: Packer, sum: number): void {
  packer.uint32(sum);
}

function packLengths(packer: Packer, pieces: readonly Uint8Array[]): void {
  packAll(packer, pieces, packLength);
}

function packLength(packer: Packer, { length }: Uint8Array): void {
  packer.number(length);
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
