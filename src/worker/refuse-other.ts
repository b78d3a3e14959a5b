import { fail } from "../core/errors.ts";
import type { OpenRequest } from "./protocol.ts";

/** Whoever joins a workspace that is open must ask for the same. The volume's own options and `cacheBytes` are not compared: what it is, it has become already. */
export function refuseOther(used: OpenRequest, asked: OpenRequest): void {
  // With all keys named, equal options give equal text whatever their order.
  const [expected, received] = [used, asked].map((open) =>
    JSON.stringify(open, ["root", "home", "ignore", "host", "global", "history", "maxBytes"]),
  );
  if (received !== expected) throw fail("invalid_arguments", { issues: [{ at: "", problem: "conflict", expected, received }] });
}
