/**
 * The buffers of an answer that can be handed over instead of copied: a `readBytes` response and the images of a tool's result, which are
 * copies made for this. A view of a part of a buffer is cloned, since the rest may be someone else's.
 */
export function buffersOf(answer: unknown): ArrayBuffer[] {
  const { bytes, images = [] } = (answer ?? {}) as Bearer;
  const buffers = new Set<ArrayBuffer>();
  for (const candidate of [bytes, ...images.map((image) => image.bytes)]) {
    if (isWhole(candidate)) buffers.add(candidate.buffer);
  }
  return [...buffers];
}

interface Bearer {
  readonly bytes?: unknown;
  readonly images?: readonly { readonly bytes: unknown }[];
}

function isWhole(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength;
}
