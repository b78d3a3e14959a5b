import { encode } from "../../core/text.ts";

/** The least digits of an abbreviated name that say anything. */
const leastDigits = 7;

/** Of no bytes, by SHA-1 and by SHA-256. */
const namesOfNothing = ["e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"];

export function isNameOfNothing(name: string): boolean {
  return namesOfNothing.some((one) => one.startsWith(name));
}

/** Whether the bytes have the name that git gives to a file of these contents, which may be cut short. */
export function hasBlobName(bytes: Uint8Array, name: string): boolean {
  return name.length >= leastDigits && blobName(bytes).startsWith(name);
}

/** SHA-1 of the header that git puts before a file's contents, and of the contents. */
function blobName(bytes: Uint8Array): string {
  const header = encode(`blob ${bytes.length}\0`);
  const message = new Uint8Array(header.length + bytes.length);
  message.set(header);
  message.set(bytes, header.length);
  return [...sha1(message)].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** FIPS 180-4. */
function sha1(message: Uint8Array): Int32Array {
  const padded = pad(message);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const schedule = new Int32Array(80);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 80; i++) schedule[i] = i < 16 ? padded.getInt32(block + i * 4) : rotated(mixed(schedule, i), 1);
    compress(state, schedule);
  }
  return state;
}

function pad(message: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  return view;
}

function mixed(schedule: Int32Array, i: number): number {
  return (schedule[i - 3] as number) ^ (schedule[i - 8] as number) ^ (schedule[i - 14] as number) ^ (schedule[i - 16] as number);
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let i = 0; i < 80; i++) {
    const next = (rotated(a, 5) + round(i, b, c, d) + e + (schedule[i] as number)) | 0;
    [e, d, c, b, a] = [d, c, rotated(b, 30), a, next];
  }
  [a, b, c, d, e].forEach((word, i) => (state[i] = (state[i] as number) + word));
}

function round(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
