import { fail } from "../core/errors.ts";
import type { Guard } from "../policy/guard.ts";
import type { CallContext, Mutated } from "../ports/call.ts";
import type { Fork } from "../volumes/forks.ts";
import type { Access, Plan } from "./access.ts";
import { targetsOf } from "./targets.ts";

/** Brings the fork's changes into what it is a fork of, as one batch. `accessWith` is the waist of that, with a guard more. */
export function mergeFork(fork: Fork, accessWith: (guard: Guard) => Access, context: CallContext): Promise<Mutated<object>> {
  let planned = -1;
  const access = accessWith({
    // Nothing may come into the fork between the plan and the commit, and nothing may be lost of what does.
    begin() {
      if (fork.volume.sequence() !== planned) throw fail("stale_version", { path: access.root, reason: "plan" });
      const unseal = fork.volume.seal();
      return (settled) => void ("code" in settled && unseal());
    },
  });

  function plan(): Plan<object> {
    const changes = fork.toMerge(); // first, for a fork that was closed has no conflicts worth telling
    const conflicts = fork.conflicts().map(access.shown);
    if (conflicts[0] !== undefined) throw fail("stale_version", { path: conflicts[0], reason: "both_sides", paths: conflicts });
    planned = fork.volume.sequence();
    return { targets: targetsOf(access.volume, changes), changes, respond: () => ({}) };
  }

  return access.change({ plan }, context);
}
