/** Contents up to this size share a buffer, as Node's Buffers do: an ArrayBuffer of its own costs more than a small file holds. */
const pooledBytes = 2_048;
/** A file keeps alive no more than this of its neighbours. */
const chunkBytes = 16_384;

/** Makes copies that only their holder sees. What it returns may be a part of a larger buffer. */
export function createPool(): (bytes: Uint8Array) => Uint8Array {
  let chunk = new Uint8Array(0);
  let used = 0;
  return (bytes) => {
    const length = bytes.byteLength;
    if (length > pooledBytes) return new Uint8Array(bytes);
    if (used + length > chunk.byteLength) {
      chunk = new Uint8Array(chunkBytes);
      used = 0;
    }
    const copy = chunk.subarray(used, used + length);
    copy.set(bytes);
    used += length;
    return copy;
  };
}
