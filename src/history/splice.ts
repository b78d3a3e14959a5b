/** One text of bytes as a part of another: `middle` between the first `start` and the last `end` bytes of the other. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly middle: Uint8Array;
}

/** `bytes` as a part of `other`. The middle is a view of `bytes`. */
export function spliceOf(bytes: Uint8Array, other: Uint8Array): Splice {
  if (other.length === 0) return { start: 0, end: 0, middle: bytes };
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
  const [left, right] = [viewOf(a), viewOf(b)];
  let length = 0;
  while (length + wordBytes <= most && left.getInt32(length) === right.getInt32(length)) length += wordBytes;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

/** Behind the first `start` bytes of both. */
function commonEnd(a: Uint8Array, b: Uint8Array, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  const [left, right] = [viewOf(a), viewOf(b)];
  let length = 0;
  for (let next = wordBytes; next <= most; next += wordBytes) {
    if (left.getInt32(a.length - next) !== right.getInt32(b.length - next)) break;
    length = next;
  }
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

/** Both texts are looked at whole at each change: four bytes at a time. */
const wordBytes = 4;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
