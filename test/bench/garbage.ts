import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Of everything that nobody holds: what is measured next does not pay for what others have left. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** Bytes that are held in the heap and in buffers outside of it. */
export function heldBytes(): number {
  // What is freed by one collection may have held what the next one frees.
  for (let again = 0; again < 4; again++) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
