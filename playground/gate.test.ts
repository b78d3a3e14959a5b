import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createGate } from "./gate.ts";

/** Has the promise settled once everything that is due has run? */
async function passed(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("createGate", () => {
  const never = new AbortController().signal;

  test("without a delay only what was allowed passes, one step each", async () => {
    const gate = createGate();
    const first = gate.pass(() => undefined, never);
    expect(await passed(first)).toBe(false);
    gate.allow();
    expect(await passed(first)).toBe(true);
    expect(await passed(gate.pass(() => undefined, never))).toBe(false);
  });

  test("passes after the delay, unless the delay is gone by then", async () => {
    const gate = createGate();
    let delay: number | undefined = 100;
    const first = gate.pass(() => delay, never);
    await vi.advanceTimersByTimeAsync(99);
    expect(await passed(first)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await passed(first)).toBe(true);

    const second = gate.pass(() => delay, never);
    delay = undefined;
    gate.release();
    await vi.advanceTimersByTimeAsync(100);
    expect(await passed(second)).toBe(false);
  });

  test("lets go when the signal has fired", async () => {
    const controller = new AbortController();
    const gate = createGate();
    const waiting = gate.pass(() => undefined, controller.signal);
    controller.abort();
    gate.release();
    expect(await passed(waiting)).toBe(true);
  });
});
