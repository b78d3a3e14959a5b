import { fail } from "../../core/errors.ts";
import { checksum } from "./checksum.ts";
import { createPacker, createUnpacker } from "./packing.ts";

/** docs/opfs-format.md says the same in words: whoever changes one changes both, and the number. */
export const formatVersion = 1;

const magic: Uint8Array = Uint8Array.from("PORTSIDE", (character) => character.charCodeAt(0));

/** Magic, format, the segment's number, checksum of these. */
export const segmentHeaderBytes = 20;
/** Type and three zeros, length of the payload, checksum of the payload, checksum of these and of the place. */
export const recordHeaderBytes = 16;
/** The largest payload of a record. */
export const payloadBytesMax = 0xffff_ffff;

export const manifestNames: readonly [string, string] = ["manifest-0", "manifest-1"];
export const reserveName = "reserve";

export function segmentName(number: number): string {
  return `segment-${number}`;
}

/** Of a file that is a segment. */
export function segmentNumber(name: string): number | undefined {
  const [, digits] = /^segment-([1-9]\d{0,8})$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function segmentHeader(number: number): Uint8Array {
  return sealed([formatVersion, number]);
}

/** False when the bytes are no header of that segment. Throws `unavailable` when a newer format wrote it. */
export function isSegmentHeader(bytes: Uint8Array, number: number): boolean {
  const [, found] = unsealed(bytes, 2) ?? [];
  return found === number;
}

/** Where in the log something stands. */
export interface Position {
  /** Number of the segment. */
  readonly segment: number;
  readonly offset: number;
}

/** What is valid from now on: the segments that are still of use, and where replaying begins. */
export interface Manifest {
  /** Grows with every manifest; the newest valid one counts. */
  readonly generation: number;
  readonly replay: Position;
  /** Numbers, ascending. Segments with higher numbers than all of these go on with the log. */
  readonly segments: readonly number[];
}

const manifestFields = 5;

export function packManifest({ generation, replay, segments }: Manifest): Uint8Array {
  const high = Math.floor(replay.offset / 2 ** 32);
  return sealed([formatVersion, generation, replay.segment, replay.offset % 2 ** 32, high, segments.length, ...segments]);
}

/** Undefined when the bytes are no manifest. Throws `unavailable` when a newer format wrote it. */
export function unpackManifest(bytes: Uint8Array): Manifest | undefined {
  const { length } = bytes;
  const counted =
    length >= magic.length + 4 * (manifestFields + 2) ? createUnpackerAt(bytes, magic.length + 4 * manifestFields).uint32() : 0;
  const fields = unsealed(bytes, manifestFields + 1 + counted);
  if (!fields) return undefined;
  const [, generation, segment, low, high, , ...segments] = fields as [number, number, number, number, number, number, ...number[]];
  return { generation, replay: { segment, offset: high * 2 ** 32 + low }, segments };
}

/** Magic, the numbers, and the checksum of both. */
function sealed(numbers: readonly number[]): Uint8Array {
  const packer = createPacker();
  for (const byte of magic) packer.byte(byte);
  for (const number of numbers) packer.uint32(number);
  packer.uint32(checksum(packer.bytes()));
  return packer.bytes();
}

/** `count` numbers, of which the first is the format; undefined when they were not sealed. */
function unsealed(bytes: Uint8Array, count: number): number[] | undefined {
  const end = magic.length + 4 * count;
  if (bytes.length < end + 4 || !magic.every((byte, index) => bytes[index] === byte)) return undefined;
  const unpacker = createUnpackerAt(bytes, magic.length);
  const numbers = Array.from({ length: count }, unpacker.uint32);
  refuseNewer(numbers[0] as number);
  return unpacker.uint32() === checksum(bytes.subarray(0, end)) ? numbers : undefined;
}

function createUnpackerAt(bytes: Uint8Array, at: number): ReturnType<typeof createUnpacker> {
  return createUnpacker(bytes.subarray(at));
}

function refuseNewer(format: number): void {
  if (format <= formatVersion) return;
  const reason = `it was written in format ${format}, this version of Portside knows up to ${formatVersion}`;
  throw fail("unavailable", { what: "opfs", reason, remedy: "load the newer version of Portside that wrote it" });
}

/** What a record is. Nothing in a log is ever overwritten but by cutting its end off. */
export const recordTypes = { contents: 1, commit: 2, nodes: 3, calls: 4, moved: 5 } as const;
export type RecordType = (typeof recordTypes)[keyof typeof recordTypes];

export interface RecordHeader {
  readonly type: RecordType;
  /** Bytes of the payload, which follows. */
  readonly length: number;
  /** Checksum of the payload. */
  readonly checksum: number;
}

export function packRecordHeader({ type, length, checksum: sum }: RecordHeader, place: Position): Uint8Array {
  const packer = createPacker();
  for (const field of [type, length, sum]) packer.uint32(field);
  packer.uint32(placed(packer.bytes(), place));
  return packer.bytes();
}

/** Undefined when there is no record at that place. */
export function unpackRecordHeader(bytes: Uint8Array, place: Position): RecordHeader | undefined {
  if (bytes.length < recordHeaderBytes || !isRecordType(bytes[0] as number)) return undefined;
  const unpacker = createUnpacker(bytes);
  const [type, length, sum] = [unpacker.uint32(), unpacker.uint32(), unpacker.uint32()];
  if (unpacker.uint32() !== placed(bytes.subarray(0, recordHeaderBytes - 4), place)) return undefined;
  return isRecordType(type) ? { type, length, checksum: sum } : undefined;
}

function isRecordType(type: number): type is RecordType {
  return type >= recordTypes.contents && type <= recordTypes.moved;
}

/** The place goes into the checksum: a copy of a log inside a file of the log is no record. */
function placed(bytes: Uint8Array, { segment, offset }: Position): number {
  const place = new DataView(new ArrayBuffer(12));
  place.setUint32(0, segment, true);
  place.setUint32(4, offset % 2 ** 32, true);
  place.setUint32(8, Math.floor(offset / 2 ** 32), true);
  return checksum(new Uint8Array(place.buffer), checksum(bytes));
}
