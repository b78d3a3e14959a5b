import { equalBytes } from "../core/bytes.ts";
import { throwIfAborted } from "../core/cancel.ts";
import type { Origin, Version } from "../core/effects.ts";
import { fail, isPortsideError, PortsideError, toErrorData, type ErrorData } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { isInside, relativeTo, type VolumePath } from "../core/path.ts";
import { normaliseForComparison } from "../engines/diff/index.ts";
import type { CallContext, Expected, Mutated } from "../ports/call.ts";
import { diffOf, effectsOf, type Changes } from "../volumes/change-set.ts";
import { checkBatch } from "../volumes/preconditions.ts";
import type { Batch, Receipt, State } from "../volumes/volume.ts";
import type { Access, Mutation, Place, Plan } from "./access.ts";
import type { Surroundings } from "./create-access.ts";
import type { Locator } from "./locator.ts";

/** Others may change files all the time; a caller who never finds them at rest is told what was wrong last. */
const mostPlans = 100;

/** The one way to change files: planned, checked, asked for, planned again where the tree moved, and committed in its turn. */
export function createChange({ shared, guards, sights, reach, shown, actor }: Surroundings, locator: Locator): Access["change"] {
  const { volume, root } = shared;
  const { locate, ask, askOnce, lookedInto } = locator;

  /** A plan made while the tree moved may be of two trees at once: what is wrong with it says nothing, and it is made again. */
  async function prepare<Response>(mutation: Mutation<Response>, context: CallContext): Promise<Prepared<Response>> {
    for (let tries = 1; ; tries++) {
      const sequence = shared.lastCommit();
      try {
        return await prepareOnce(mutation, { sequence, context });
      } catch (error) {
        if (shared.lastCommit() === sequence || tries === mostPlans || isPortsideError(error, "aborted")) throw error;
      }
    }
  }

  /** Plans, and checks the plan against what is expected, what may be seen and what the volume would refuse. */
  async function prepareOnce<Response>(
    { expected, plan }: Mutation<Response>,
    { sequence, context }: { readonly sequence: number; readonly context: CallContext },
  ): Promise<Prepared<Response>> {
    throwIfAborted(context.signal);
    for (const expectation of expected ?? []) await compareVersion(expectation, context);
    const planned = await plan();
    for (const { place, capability } of planned.targets) sights.refuse(place, capability);
    planned.changes.forEach(sights.refuseBelow);
    return { planned, sequence, before: check(planned) };
  }

  function check({ changes }: Plan<unknown>): readonly State[] {
    try {
      return checkBatch(volume, changes);
    } catch (error) {
      throw isPortsideError(error) ? relativeError(error, root) : notPlanned(error);
    }
  }

  async function compareVersion({ path, version }: Expected[number], context: CallContext): Promise<void> {
    const absent = version === "absent";
    const { entry } = await locate(path, { for: "write", leaf: absent ? "keep" : "follow", absent: true }, context);
    const actual = entry?.kind === "file" ? entry.version : undefined;
    if (absent && entry) throw fail("already_exists", { path, kind: entry.kind });
    if (!absent && actual !== version)
      throw fail("stale_version", { path, expected: version, ...(actual ? { actual } : {}), reason: "version" });
  }

  function isKept({ path, entry, external: isExternal }: Place): boolean {
    return isExternal || sights.see(path, entry)?.sight === "protected";
  }

  function changesOf({ planned, before }: Prepared<unknown>, receipt?: Receipt): Changes {
    return { changes: planned.changes, before, ...(receipt ? { after: receipt.entries } : {}) };
  }

  async function change<Response extends object>(mutation: Mutation<Response>, context: CallContext): Promise<Mutated<Response>> {
    const first = await prepare(mutation, context);
    if (context.dryRun) {
      for (const { place } of first.planned.targets) if (isKept(place)) await askOnce(place, context);
      const effects = effectsOf(changesOf(first), shown);
      return { ...first.planned.respond(), effects, diff: await diffOf(changesOf(first), volume, shown) };
    }
    const approved = await approve(first, context);
    return shared.queue.run(async () => {
      const final = await planAgainIfMoved(mutation, { first, approved, context });
      const receipt = await commit(final, context);
      return { ...final.planned.respond(receipt), effects: effectsOf(changesOf(final, receipt), shown) };
    }, context.signal);
  }

  /** Asks every guard; answers with the diff when one of them looked at it. */
  async function approve(first: Prepared<unknown>, context: CallContext): Promise<string | undefined> {
    let diff: MaybePromise<string> | undefined;
    const look = (): MaybePromise<string> => (diff ??= diffOf(changesOf(first), volume, shown));
    await ask({ context, targets: first.planned.targets, changes: first.planned.changes, diff: look, shown });
    return diff;
  }

  /** In the queue, where nothing of this workspace moves any more: what was approved must be what will be done. */
  async function planAgainIfMoved<Response>(
    mutation: Mutation<Response>,
    { first, approved, context }: Approved<Response>,
  ): Promise<Prepared<Response>> {
    await volume.refresh(reach);
    if (shared.lastCommit() === first.sequence) return first;
    lookedInto.close(context);
    const again = await prepare(mutation, context); // first, for it says best what is wrong when a parent now leads elsewhere
    for (const { place } of first.planned.targets) refuseOtherScope(place);
    refuseOtherTargets(first.planned, again.planned);
    if (approved !== undefined) await refuseOtherDiff(approved, { first, again });
    return again;
  }

  function refuseOtherScope({ path, scope }: Place): void {
    if (volume.entry(scope.path)?.id !== scope.id) throw fail("stale_version", { path: shown(path), reason: "scope" });
  }

  function refuseOtherTargets(first: Plan<unknown>, again: Plan<unknown>): void {
    const names = (plan: Plan<unknown>): string[] => plan.targets.map(({ place, capability }) => `${capability} ${place.path}`);
    const [before, now] = [names(first), names(again)];
    const path = first.targets[0]?.place.path ?? root;
    if (before.join("\0") !== now.join("\0")) throw fail("stale_version", { path: shown(path), reason: "plan" });
  }

  async function refuseOtherDiff(approved: string, { first, again }: Twice): Promise<void> {
    const now = await diffOf(changesOf(again), volume, shown);
    const path = again.planned.targets[0]?.place.path ?? root;
    const same = normaliseForComparison(approved) === normaliseForComparison(now);
    // Of a binary file the text says only that it differs.
    if (!same || (now.includes("\nBinary files ") && !sameBytes(first, again)))
      throw fail("stale_version", { path: shown(path), reason: "plan" });
  }

  async function commit({ planned, before }: Prepared<unknown>, context: CallContext): Promise<Receipt> {
    const batch: Batch = { changes: planned.changes, origin: originOf(context, actor) };
    if (batch.changes.length === 0) return { sequence: shared.lastCommit(), entries: [] };
    const settlers: Settle[] = [];
    const receipt = await begin(batch, { before, settlers, context })
      .then(() => volume.commit(batch))
      .catch((thrown: unknown) => {
        const error = relativeError(thrown, root);
        for (const settle of settlers) settle(toErrorData(error));
        throw error;
      });
    for (const settle of settlers) settle(receipt);
    return receipt;
  }

  async function begin(
    batch: Batch,
    { before, settlers, context }: { readonly before: readonly State[]; readonly settlers: Settle[]; readonly context: CallContext },
  ): Promise<void> {
    for (const guard of guards) {
      const settle = await guard.begin?.(batch, before, context);
      if (settle) settlers.push(settle);
    }
  }

  return change;
}

type Settle = (settled: Receipt | ErrorData) => void;

/** A plan that was checked, and the state of the tree it was made from. */
interface Prepared<Response> {
  readonly planned: Plan<Response>;
  readonly before: readonly State[];
  readonly sequence: number;
}

interface Twice {
  readonly first: Prepared<unknown>;
  readonly again: Prepared<unknown>;
}

/** Both plans put the same bytes in place of the same versions. */
function sameBytes(first: Prepared<unknown>, again: Prepared<unknown>): boolean {
  return first.planned.changes.every((change, index) => {
    const other = again.planned.changes[index];
    if (change.op !== "put") return other?.op === change.op;
    const sameVersion = versionOf(first.before[index]) === versionOf(again.before[index]);
    return sameVersion && other?.op === "put" && equalBytes(change.bytes, other.bytes);
  });
}

function versionOf(state: State | undefined): Version | undefined {
  return state?.entry?.kind === "file" ? state.entry.version : undefined;
}

interface Approved<Response> {
  readonly first: Prepared<Response>;
  readonly approved: string | undefined;
  readonly context: CallContext;
}

function originOf(context: CallContext, actor: string | undefined): Origin {
  const { by = "host", turn, callId } = context;
  const name = context.actor ?? actor;
  return {
    by,
    ...(name === undefined ? {} : { actor: name }),
    ...(turn === undefined ? {} : { turn }),
    ...(callId === undefined ? {} : { callId }),
  };
}

/** A fault of the volume before anything was changed. */
function notPlanned(error: unknown): PortsideError {
  return new PortsideError({ code: "io_error", details: { operation: "plan", reason: String(error) }, cause: error });
}

/** A volume's error in the caller's words: its paths relative to the root. Anything else a volume throws may have come after a change. */
function relativeError(error: unknown, root: VolumePath): PortsideError {
  if (!isPortsideError(error)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new PortsideError({ code: "io_error", status: "uncertain", details: { operation: "commit", reason }, cause: error });
  }
  const { code, status } = error;
  const effects = error.effects.map((effect) => relativePaths(effect, root));
  return new PortsideError({ code, status, details: relativePaths(error.details, root), effects, cause: error });
}

const pathFields = new Set(["path", "from", "at", "source", "destination"]);

function relativePaths<T extends object>(record: T, root: VolumePath): T {
  const entries = Object.entries(record).map(([field, value]) => [field, pathFields.has(field) ? relative(value, root) : value]);
  return Object.fromEntries(entries) as T;
}

function relative(path: unknown, root: VolumePath): unknown {
  return typeof path === "string" && isInside(path, root) ? relativeTo(path, root) : path;
}
