import { throwIfAborted } from "../core/cancel.ts";
import type { Origin } from "../core/effects.ts";
import { fail, isPortsideError, PortsideError, toErrorData, type ErrorData, type Kind } from "../core/errors.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import { isInside, join, relativeTo, type VolumePath } from "../core/path.ts";
import { normaliseForComparison } from "../engines/diff/index.ts";
import type { Guard, Intent, Sight } from "../policy/guard.ts";
import type { CallContext, Expected, Mutated } from "../ports/call.ts";
import { diffOf, effectsOf, type Changes } from "../volumes/change-set.ts";
import { checkBatch } from "../volumes/preconditions.ts";
import type { Batch, Receipt, State, Volume } from "../volumes/volume.ts";
import type { Access, Capability, LocateOptions, Mutation, Place, Plan } from "./access.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { createLookedInto } from "./looked-into.ts";
import { nearestPaths } from "./nearest-paths.ts";
import type { Queue } from "./queue.ts";
import { resolvePath, type Resolver } from "./resolve.ts";
import { createSights, type Sights } from "./sight.ts";
import { noneSkipped, walkTree, type WalkContext } from "./walk.ts";

/** Others may change files all the time; a caller who never finds them at rest is told what was wrong last. */
const mostPlans = 100;

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
  const external = shared.external === true && guards.some((guard) => guard.external);
  const inside: Resolver = { ...shared, external: false };
  const anywhere: Resolver = { ...shared, external };
  /** A link may lead anywhere in it. */
  const reach = external ? "/" : root;
  const shown = (path: VolumePath): string => (isInside(path, root) ? relativeTo(path, root) : path);

  const sights = createSights({ volume, shown }, guards);
  const lookedInto = createLookedInto();

  function locate(path: string, options: LocateOptions, context: CallContext): MaybePromise<Place> {
    throwIfAborted(context.signal);
    // An exclusive volume has nothing to take in.
    return chain(volume.refresh(reach, context.signal), () => {
      const place = find(path, options);
      const sight = sights.see(place.path, place.entry)?.sight;
      if (sight === "hidden") throw options.for === "read" ? fail("not_found", { path }) : sights.denied(place, options.for);
      if (!looksInto(place, options.for, sight === "protected")) return place;
      return options.for === "read" ? askToRead(place, context).then(() => place) : askOnce(place, context).then(() => place);
    });
  }

  /** What is not there is refused as what is hidden there would be, where a name of it would be. */
  function find(path: string, options: LocateOptions): Place {
    try {
      return resolvePath(options.inside ? inside : anywhere, path, options);
    } catch (error) {
      if (!isPortsideError(error, "not_found")) throw error;
      if (options.for !== "read") refuseHiddenName(path, options);
      const visible = nearestPaths(volume, root, path).filter((near) => sights.see(join(root, near), undefined)?.sight !== "hidden");
      throw visible.length > 0 ? fail("not_found", { path, nearest: visible }) : error;
    }
  }

  function refuseHiddenName(path: string, options: LocateOptions): void {
    if (sights.open || options.absent) return;
    const place = placeIfAny(inside, path, { ...options, absent: true });
    if (place && sights.see(place.path, undefined)?.sight === "hidden") throw sights.denied(place, options.for);
  }

  function askToRead(place: Place, context: CallContext): Promise<void> {
    return allowed({ context, targets: [{ place, capability: "read" }], changes: [], diff: () => "", shown });
  }

  async function askOnce(place: Place, context: CallContext): Promise<void> {
    if (lookedInto.has(context, place.path)) return;
    if (lookedInto.isClosed(context)) throw fail("stale_version", { path: shown(place.path), reason: "plan" });
    await askToRead(place, context);
    lookedInto.add(context, place.path);
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
    await allowed({ context, targets: first.planned.targets, changes: first.planned.changes, diff: look, shown });
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

  function kindBehind(path: VolumePath): Kind | undefined {
    const place = placeIfAny(inside, path, { for: "read", leaf: "follow" });
    return place && sights.see(place.path, place.entry)?.sight !== "hidden" ? place.entry?.kind : undefined;
  }

  return {
    root,
    volume,
    shown,
    locate,
    change,
    kindBehind,
    walk: createWalk(shared, { shown, see: sights.open ? undefined : sights.see }),
    read(file, start, end) {
      return volume.read(file, start, end);
    },
  };
}

/** Could a plan show something of what the place holds? Deleting and making do not look. */
function looksInto({ entry, external }: Place, capability: Capability, isProtected: boolean): boolean {
  if (capability === "read") return isProtected || external;
  if (capability === "move") return isProtected && entry !== undefined;
  return capability === "write" && entry?.kind === "file" && (isProtected || external);
}

function placeIfAny(resolver: Resolver, path: string, options: LocateOptions): Place | undefined {
  try {
    return resolvePath(resolver, path, options);
  } catch {
    return undefined; // the first failure is the one to tell
  }
}

interface Seeing {
  readonly shown: (path: VolumePath) => string;
  readonly see: Sights["see"] | undefined;
}

function createWalk({ volume, root, ignore: rules }: Shared, { shown, see }: Seeing): Access["walk"] {
  /** Of a path as results show it. What a protected directory holds is protected with it: who was let in sees it. */
  function seeBelow(start: Sight | undefined): WalkContext["see"] {
    if (!see) return undefined;
    return (path, entry) => {
      const sight = see(path.startsWith("/") ? path : join(root, path), entry);
      return sight?.sight === "protected" && start?.sight === "protected" ? undefined : sight;
    };
  }

  return async ({ path, entry }, options, visit, { signal }) => {
    if (entry?.kind !== "directory") throw fail("not_a_directory", { path: shown(path), ...(entry ? { kind: entry.kind } : {}) });
    const skipped = noneSkipped();
    const { ignore: kinds, unreadable } = options.dialect ?? {};
    const ignore = options.includeIgnored ? undefined : await rules.at(path, kinds, { unreadable, skipped });
    const start = { path: shown(path), entry };
    return walkTree({ volume, see: seeBelow(see?.(path, entry)), ignore, skipped, unreadable, signal }, start, options, visit);
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
