/** Contents up to this size share a buffer, as Node's Buffers do: an ArrayBuffer of its own costs more than a small file holds. */
const pooledBytes = 2_048;
/** A file keeps alive no more than this of its neighbours. */
const chunkBytes = 16_384;

/** Bytes that are a part of a buffer. A typed array for each would take twice as much as a small file. */
export interface Piece {
  readonly chunk: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export function bytesOf({ chunk, start, end }: Piece): Uint8Array {
  return chunk.subarray(start, end);
}

/** Makes copies that only their holder sees, in buffers that several of them may share. */
export function createPieces(): (bytes: Uint8Array) => Piece {
  let chunk = new Uint8Array(0);
  let used = 0;
  return (bytes) => {
    const length = bytes.byteLength;
    if (length > pooledBytes) return { chunk: new Uint8Array(bytes), start: 0, end: length };
    if (used + length > chunk.byteLength) {
      chunk = new Uint8Array(chunkBytes);
      used = 0;
    }
    chunk.set(bytes, used);
    used += length;
    return { chunk, start: used - length, end: used };
  };
}

/** The same, for who keeps typed arrays. */
export function createPool(): (bytes: Uint8Array) => Uint8Array {
  const copy = createPieces();
  return (bytes) => bytesOf(copy(bytes));
}
