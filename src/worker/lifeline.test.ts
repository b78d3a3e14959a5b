import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchLife } from "./lifeline.ts";
import type { LifelineOptions } from "./lifeline.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A line without locks; what it told. */
async function watched(overrides: Partial<LifelineOptions>) {
  const port = new EventTarget();
  const over = new AbortController();
  const told: string[] = [];
  const ping = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}));
  const options = { lock: undefined, interval: 1_000, busy: () => true, ping, signal: over.signal, ...overrides };
  watchLife([port], options, (reason) => told.push(reason));
  await vi.dynamicImportSettled();
  return { port, over, told, ping };
}

describe("where there are no locks", () => {
  test("two pings without an answer are one more interval than a worker gets", async () => {
    const { told } = await watched({});
    await vi.advanceTimersByTimeAsync(2_999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["worker_lost"]);
  });

  test("a worker that answers lives, however long its calls take", async () => {
    const { told } = await watched({ ping: () => Promise.resolve() });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(told).toEqual([]);
  });

  test("nobody is pinged while nobody waits", async () => {
    const { told, ping } = await watched({ busy: () => false });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(ping).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });

  test("it ends with the signal", async () => {
    const { told, over } = await watched({});
    over.abort();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(told).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a port", () => {
  test.each(["close", "messageerror"])("that reports %s is dead, until the signal fires", async (type) => {
    const { port, over, told } = await watched({});
    port.dispatchEvent(new Event(type));
    expect(told).toEqual([type]);
    over.abort();
    port.dispatchEvent(new Event(type));
    expect(told).toEqual([type]);
  });
});
