/**
 * The buffers of an answer that can be handed over instead of copied: a `readBytes` response and the images of a tool's result, which are
 * copies made for this. A view of a part of a buffer is cloned, since the rest may be someone else's.
 */
export function buffersOf(answer: unknown): ArrayBuffer[] {
  const buffers = byteFields(answer)
    .filter(isWhole)
    .map(({ buffer }) => buffer as ArrayBuffer);
  return [...new Set(buffers)];
}

interface Bytes {
  readonly bytes?: unknown;
}

function byteFields(answer: unknown): readonly unknown[] {
  if (typeof answer !== "object" || answer === null) return [];
  const { bytes, images = [] } = answer as Bytes & { readonly images?: readonly Bytes[] };
  return [bytes, ...images.map((image) => image.bytes)];
}

function isWhole(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength;
}
