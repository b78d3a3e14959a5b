/** The same numbers in an array of `length`, then `rest`. */
export function grown(numbers: Int32Array, length: number, rest: number = 0): Int32Array {
  const larger = new Int32Array(length).fill(rest, numbers.length);
  larger.set(numbers);
  return larger;
}
