import { fail } from "../../core/errors.ts";

/** How long a file that another page has just let go of may still be in its way, and how often one looks. */
const attempts = 20;
const pauseMilliseconds = 50;

/** Tries again while the browser says that somebody has the file open. Throws workspace_busy in the end. */
export async function patiently<T>(workspace: string, attempt: () => Promise<T>): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as Error).name !== "NoModificationAllowedError") throw error;
      if (made === attempts) throw fail("workspace_busy", { workspace });
      await pause(pauseMilliseconds);
    }
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
