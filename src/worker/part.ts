import { fail } from "../core/errors.ts";

interface Parts {
  readonly parts: Readonly<Record<string, () => Promise<unknown>>>;
}

/**
 * A module of the published worker that is not in `worker.js` but in `worker-parts.js`, where its build puts what few workspaces need. Throws
 * `unavailable` when that cannot be loaded.
 */
export async function part(module: string): Promise<unknown> {
  const address = addressOfParts();
  const { parts } = await (import(/* @vite-ignore */ address) as Promise<Parts>).catch((error: unknown) => {
    throw fail("unavailable", { what: address, reason: String(error), remedy: "serve worker-parts.js as you serve worker.js" });
  });
  return parts[module]?.();
}

/** As whoever started the worker says in its name, or beside it. */
function addressOfParts(): string {
  const { name, location } = globalThis as unknown as { readonly name: string; readonly location: Location };
  return URL.canParse(name) ? name : new URL("worker-parts.js", location.href).href;
}
