/** The same numbers in an array of `length`, then zeros. */
export function grown(numbers: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(length);
  larger.set(numbers);
  return larger;
}
