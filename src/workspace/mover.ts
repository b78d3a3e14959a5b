import { fail } from "../core/errors.ts";
import { isInside, parent } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Mover, MoveRequest, MoveResponse } from "../ports/mover.ts";
import type { Entry } from "../volumes/volume.ts";
import type { Access, Place, Plan } from "./access.ts";
import { requirePath } from "./requests.ts";

export function createMover(access: Access): Mover {
  return {
    async move(request, context = {}) {
      requirePath(request.source, "source");
      requirePath(request.destination, "destination");
      return access.change<MoveResponse>(
        { ...(request.expected ? { expected: request.expected } : {}), plan: () => planMove(access, request, context) },
        context,
      );
    },
  };
}

async function planMove(access: Access, request: MoveRequest, context: CallContext): Promise<Plan<MoveResponse>> {
  const source = await access.locate(request.source, { for: "move", leaf: "keep" }, context);
  const destination = await access.locate(request.destination, { for: "move", leaf: "keep", absent: true }, context);
  const kind = movable(access, request, { source, destination }).kind;
  return {
    targets: [
      { place: source, capability: "move" },
      { place: destination, capability: "move" },
    ],
    changes: [{ op: "rename", from: source.path, to: destination.path }],
    respond: () => ({ source: access.shown(source.path), destination: access.shown(destination.path), kind }),
  };
}

/** The entry to be moved, when nothing speaks against it. */
function movable(
  access: Access,
  request: MoveRequest,
  { source, destination }: { readonly source: Place; readonly destination: Place },
): Entry {
  const refuse = (reason: "root" | "link" | "same" | "into_itself"): Error =>
    fail("invalid_move", { source: request.source, destination: request.destination, reason });
  const { entry } = source;
  if (entry === undefined) throw fail("not_found", { path: request.source });
  if (source.path === access.root) throw refuse("root");
  if (entry.kind === "symlink") throw refuse("link");
  if (source.path === destination.path) throw refuse("same");
  if (entry.kind === "directory" && isInside(destination.path, source.path)) throw refuse("into_itself");
  if (destination.entry) throw fail("already_exists", { path: request.destination, kind: destination.entry.kind });
  if (parent(destination.path) !== destination.scope.path) throw fail("not_found", { path: access.shown(parent(destination.path)) });
  if (request.destination.endsWith("/") && entry.kind !== "directory") throw fail("not_a_directory", { path: request.destination });
  return entry;
}
