import { isPortsideError, type Kind } from "../core/errors.ts";
import { chain, isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import { join } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Access } from "./access.ts";

/** The kind of what a link leads to; undefined where that is nothing that this workspace shows. `path` is relative to the root. */
export function kindBehind(access: Access, path: string, context: CallContext): MaybePromise<Kind | undefined> {
  try {
    const leads = chain(
      access.locate(join(access.root, path), { for: "read", leaf: "follow", unasked: true }, context),
      (place) => place.entry?.kind,
    );
    return isPromise(leads) ? leads.catch(nowhere) : leads;
  } catch (error) {
    return nowhere(error);
  }
}

/** Dangling, cyclic, hidden, or leading outside. */
function nowhere(error: unknown): undefined {
  if (isPortsideError(error) && error.code !== "aborted") return undefined;
  throw error;
}
