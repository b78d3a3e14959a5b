import { fail } from "../../core/errors.ts";

/** Whoever has the volume of that name open holds it. */
export const lockName = (volume: string): string => `portside:opfs:${volume}`;

/** Waits no longer than `milliseconds` for the only lock of that name, and resolves with the function that lets go of it. Throws workspace_busy. */
export function holdLock(volume: string, milliseconds: number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> => new Promise((release) => resolve(release));
    navigator.locks.request(lockName(volume), { signal: AbortSignal.timeout(milliseconds) }, hold).catch((error: Error) => {
      // Blocked storage has locks and refuses them.
      const reason = String(error);
      reject(error.name === "TimeoutError" ? fail("workspace_busy", { workspace: volume }) : fail("unavailable", { what: "opfs", reason }));
    });
  });
}
