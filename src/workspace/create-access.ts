import { throwIfAborted } from "../core/cancel.ts";
import type { Origin } from "../core/effects.ts";
import { fail, isPortsideError, PortsideError, toErrorData, type ErrorData } from "../core/errors.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import { isInside, join, relativeTo, type VolumePath } from "../core/path.ts";
import { normaliseForComparison } from "../engines/diff/index.ts";
import type { Guard, Intent, Sight } from "../policy/guard.ts";
import type { CallContext, Expected, Mutated } from "../ports/call.ts";
import { diffOf, effectsOf, type Changes } from "../volumes/change-set.ts";
import { checkBatch } from "../volumes/preconditions.ts";
import type { Batch, Entry, Receipt, State, Volume } from "../volumes/volume.ts";
import type { Access, LocateOptions, Mutation, Place, Plan } from "./access.ts";
import { nearestPaths } from "./nearest-paths.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import type { Queue } from "./queue.ts";
import { resolvePath, type Resolver } from "./resolve.ts";
import { noneSkipped, walkTree, type WalkContext } from "./walk.ts";

/** What all callers of one workspace share. */
export interface Shared extends Resolver {
  readonly volume: Volume;
  readonly queue: Queue;
  readonly ignore: IgnoreRules;
  /** Sequence of the last commit, whoever made it. */
  lastCommit(): number;
}

/** The waist for one caller: its name in every commit, its guards after the workspace's own. */
export function createAccess(shared: Shared, caller: { readonly actor?: string; readonly guards: readonly Guard[] }): Access {
  const { volume, root } = shared;
  const { guards } = caller;
  const shown = (path: VolumePath): string => relativeTo(path, root);

  const see = sightOf(guards);

  function locate(path: string, options: LocateOptions, context: CallContext): MaybePromise<Place> {
    throwIfAborted(context.signal);
    // The whole root, for a link may lead anywhere in it; an exclusive volume has nothing to take in.
    return chain(volume.refresh(root, context.signal), () => {
      const place = resolveOrSuggest(shared, { path, options, see });
      return options.for === "read" ? askToRead(place, { path, context }) : place;
    });
  }

  /** A hidden place is not there; a protected one is read when no guard objects. */
  function askToRead(place: Place, { path, context }: { readonly path: string; readonly context: CallContext }): MaybePromise<Place> {
    const sight = see(place.path, place.entry)?.sight;
    if (sight === "hidden") throw fail("not_found", { path });
    if (sight !== "protected") return place;
    const intent: Intent = { context, targets: [{ place, capability: "read" }], changes: [], diff: () => "" };
    return allowed(intent).then(() => place);
  }

  async function allowed(intent: Intent): Promise<void> {
    const { signal } = intent.context;
    for (const guard of guards) {
      const answer = await guard.allow?.(intent, signal);
      throwIfAborted(signal);
      const first = intent.targets[0];
      if (answer)
        throw fail("permission_denied", {
          path: first ? shown(first.place.path) : "",
          capability: first?.capability ?? "write",
          reason: answer.deny,
        });
    }
  }

  /** Plans, and checks the plan against what is expected, what may be seen and what the volume would refuse. */
  async function prepare<Response>({ expected, plan }: Mutation<Response>, context: CallContext): Promise<Prepared<Response>> {
    throwIfAborted(context.signal);
    const sequence = shared.lastCommit();
    for (const expectation of expected ?? []) await compareVersion(expectation, context);
    const planned = await plan();
    for (const { place, capability } of planned.targets) refuseSight(place, capability);
    return { planned, sequence, before: check(planned) };
  }

  function check({ changes }: Plan<unknown>): readonly State[] {
    try {
      return checkBatch(volume, changes);
    } catch (error) {
      throw relativeError(error, root);
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

  /** The same answer whether a hidden path exists or not. */
  function refuseSight({ path, entry }: Place, capability: string): void {
    const sight = see(path, entry);
    if (!sight || sight.sight === "protected") return;
    throw fail("permission_denied", { path: shown(path), capability, reason: sight.reason });
  }

  function changesOf({ planned, before }: Prepared<unknown>, receipt?: Receipt): Changes {
    return { changes: planned.changes, before, ...(receipt ? { after: receipt.entries } : {}) };
  }

  async function change<Response extends object>(mutation: Mutation<Response>, context: CallContext): Promise<Mutated<Response>> {
    const first = await prepare(mutation, context);
    if (context.dryRun) {
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
    await allowed({ context, targets: first.planned.targets, changes: first.planned.changes, diff: look });
    return diff;
  }

  /** In the queue, where nothing of this workspace moves any more: what was approved must be what will be done. */
  async function planAgainIfMoved<Response>(
    mutation: Mutation<Response>,
    { first, approved, context }: Approved<Response>,
  ): Promise<Prepared<Response>> {
    await volume.refresh(root);
    if (shared.lastCommit() === first.sequence) return first;
    const again = await prepare(mutation, context); // first, for it says best what is wrong when a parent now leads elsewhere
    for (const { place } of first.planned.targets) refuseOtherScope(place);
    refuseOtherTargets(first.planned, again.planned);
    if (approved !== undefined) await refuseOtherDiff(approved, again);
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

  async function refuseOtherDiff(approved: string, again: Prepared<unknown>): Promise<void> {
    const now = await diffOf(changesOf(again), volume, shown);
    const path = again.planned.targets[0]?.place.path ?? root;
    if (normaliseForComparison(approved) !== normaliseForComparison(now))
      throw fail("stale_version", { path: shown(path), reason: "plan" });
  }

  async function commit({ planned, before }: Prepared<unknown>, context: CallContext): Promise<Receipt> {
    const batch: Batch = { changes: planned.changes, origin: originOf(context, caller.actor) };
    if (batch.changes.length === 0) return { sequence: shared.lastCommit(), entries: [] };
    const settlers: Settle[] = [];
    const receipt = await begin(batch, { before, settlers })
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
    { before, settlers }: { readonly before: readonly State[]; readonly settlers: Settle[] },
  ): Promise<void> {
    for (const guard of guards) {
      const settle = await guard.begin?.(batch, before);
      if (settle) settlers.push(settle);
    }
  }

  return {
    root,
    volume,
    shown,
    locate,
    change,
    walk: createWalk(shared, guards.some((guard) => guard.see !== undefined) ? (path, entry) => see(join(root, path), entry) : undefined),
    read(file, start, end) {
      return volume.read(file, start, end);
    },
  };
}

type See = (path: VolumePath, entry: Entry | undefined) => Sight | undefined;

function sightOf(guards: readonly Guard[]): See {
  return (path, entry) => {
    for (const guard of guards) {
      const sight = guard.see?.(path, entry);
      if (sight) return sight;
    }
    return undefined;
  };
}

/** What is not found may be mistyped: names that a guard hides are never offered. */
function resolveOrSuggest(
  shared: Shared,
  { path, options, see }: { readonly path: string; readonly options: LocateOptions; readonly see: See },
): Place {
  try {
    return resolvePath(shared, path, options);
  } catch (error) {
    if (!isPortsideError(error, "not_found")) throw error;
    const { volume, root } = shared;
    const visible = nearestPaths(volume, root, path).filter((near) => see(join(root, near), undefined)?.sight !== "hidden");
    throw visible.length > 0 ? fail("not_found", { path, nearest: visible }) : error;
  }
}

function createWalk({ volume, root, ignore: rules }: Shared, see: WalkContext["see"]): Access["walk"] {
  return async ({ path, entry }, options, visit, { signal }) => {
    if (entry?.kind !== "directory")
      throw fail("not_a_directory", { path: relativeTo(path, root), ...(entry ? { kind: entry.kind } : {}) });
    const skipped = noneSkipped();
    const { ignore: kinds, unreadable } = options.dialect ?? {};
    const ignore = options.includeIgnored ? undefined : await rules.at(path, kinds, { unreadable, skipped });
    return walkTree({ volume, see, ignore, skipped, unreadable, signal }, { path: relativeTo(path, root), entry }, options, visit);
  };
}

type Settle = (settled: Receipt | ErrorData) => void;

/** A plan that was checked, and the state of the tree it was made from. */
interface Prepared<Response> {
  readonly planned: Plan<Response>;
  readonly before: readonly State[];
  readonly sequence: number;
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
