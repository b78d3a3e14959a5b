import { opcodes } from "./program.ts";
import type { Program } from "./program.ts";
import { isAsciiWord } from "./look.ts";

/** The class of each byte: no instruction and no condition of the program tells two bytes of one class apart. */
export function byteClasses(program: Program): Uint8Array {
  const classes = new Uint8Array(256);
  for (const value of distinctions(program)) refine(classes, value);
  return classes;
}

/** Functions of a byte that an automaton decides by. Beyond ASCII, where tries read on, each byte is its own. */
function* distinctions({ operations, first, byteSets, tries, looks, lineTerminator }: Program): Generator<(byte: number) => number> {
  for (const set of byteSets) yield (byte) => set[byte] as number;
  for (const { root } of tries) yield (byte) => root[byte] as number;
  if (tries.length > 0) yield (byte) => (byte < 0x80 ? 0 : byte);
  for (const byte of new Set(first.filter((_, place) => operations[place] === opcodes.byte))) yield (other) => Number(other === byte);
  for (const byte of [0x0a, 0x0d, lineTerminator]) yield (other) => Number(other === byte);
  if (looks.some((look) => look.includes("word_"))) yield (byte) => (byte < 0x80 ? Number(isAsciiWord(byte)) : 2);
}

/** Splits classes whose bytes have different values. */
function refine(classes: Uint8Array, value: (byte: number) => number): void {
  const known = new Map<number, number>();
  for (let byte = 0; byte < 256; byte++) {
    const key = (classes[byte] as number) * 0x1_0000 + value(byte);
    if (!known.has(key)) known.set(key, known.size);
    classes[byte] = known.get(key) as number;
  }
}
