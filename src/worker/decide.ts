import type { Listener } from "./line.ts";
import type { Authorize } from "./remote-catalog.ts";

/** What the host says when it is asked; who throws says no. Loaded with the first catalog that has somebody to ask. */
export function decideWith(authorize: Authorize): Listener {
  return async (event) => {
    if (event.type !== "ask") return undefined;
    try {
      return await authorize(event.question);
    } catch (error) {
      return { allow: false, reason: `authorize failed: ${String(error)}` };
    }
  };
}
