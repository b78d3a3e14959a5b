const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/** Natural numbers in groups of five bits, the lowest first; a digit of 32 or more says that another group follows. */
export function packNumbers(numbers: readonly number[]): string {
  return numbers.map(packNumber).join("");
}

export function unpackNumbers(packed: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of packed) {
    const digit = digits.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value);
    value = shift = 0;
  }
  return numbers;
}

function packNumber(number: number): string {
  let rest = number;
  let packed = "";
  for (; rest >= 32; rest >>= 5) packed += digits[(rest & 31) + 32];
  return packed + digits[rest];
}
