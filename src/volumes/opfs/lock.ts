import { fail } from "../../core/errors.ts";

/** Waits no longer than `milliseconds` for the only lock of that name, and resolves with the function that lets go of it. Throws workspace_busy. */
export function holdLock(name: string, milliseconds: number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> => new Promise((release) => resolve(release));
    navigator.locks.request(`portside:opfs:${name}`, { signal: AbortSignal.timeout(milliseconds) }, hold).catch((error: Error) => {
      // Blocked storage has locks and refuses them.
      const reason = String(error);
      reject(error.name === "TimeoutError" ? fail("workspace_busy", { workspace: name }) : fail("unavailable", { what: "opfs", reason }));
    });
  });
}
