/** One text of bytes as a part of another: `middle` between the first `start` and the last `end` bytes of the other. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly middle: Uint8Array;
}

/** `bytes` as a part of `other`. The middle is a view of `bytes`. */
export function spliceOf(bytes: Uint8Array, other: Uint8Array): Splice {
  const start = commonStart(bytes, other);
  const end = commonEnd(bytes, other, start);
  return { start, end, middle: bytes.subarray(start, bytes.length - end) };
}

/** The bytes again. Nothing of `other` is needed where `start` and `end` are 0. */
export function applySplice({ start, end, middle }: Splice, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(start + middle.length + end);
  bytes.set(other.subarray(0, start));
  bytes.set(middle, start);
  bytes.set(other.subarray(other.length - end), start + middle.length);
  return bytes;
}

function commonStart(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

/** Behind the first `start` bytes of both. */
function commonEnd(a: Uint8Array, b: Uint8Array, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}
