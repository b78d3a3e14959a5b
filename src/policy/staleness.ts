import type { Effect, Version } from "../core/effects.ts";
import { fail, isPortsideError, type PortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { isInside, join, relativeTo, type VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import { unifiedDiff } from "../engines/diff/index.ts";
import type { CallContext, Expected } from "../ports/call.ts";
import type { Batch, Change, Changed, Entry, FileEntry, NodeId, Receipt, State, Volume } from "../volumes/volume.ts";
import type { Guard } from "./guard.ts";
import { createSeenVersions, type Seen } from "./seen-versions.ts";

export interface StalenessOptions {
  readonly volume: Pick<Volume, "entry" | "read" | "watch">;
  readonly root: VolumePath;
  /** Tools that change a file as they find it, such as an edit of text that must occur once: they land in one that others have changed. */
  readonly inPlace: ReadonlySet<string>;
  /** What is hidden or protected is not told of. */
  readonly see?: Guard["see"];
}

/**
 * A catalog's memory of the files it has shown and written, by resolved path, as a guard of its own: a change over a file that somebody else has
 * changed since is `stale_version`. What the catalog never saw is not stale.
 */
export interface Staleness extends Guard {
  /** The caller has seen these versions: root-relative paths, or volume paths outside. */
  saw(versions: Expected): void;
  /** The files that a call changed in place though others had changed them since they were seen. They stay stale until they are read. Told once. */
  landed(callId: string): readonly string[];
  /** What others have changed since the last call of this, one effect a path. */
  changes(): readonly Effect[];
  dispose(): void;
}

/** Of old texts, which only the memory still holds: enough to tell what was changed in the files that a caller still thinks of. */
const outdatedBytes = 16_777_216;

export function createStaleness({ volume, root, inPlace, see }: StalenessOptions): Staleness {
  const seen = createSeenVersions(outdatedBytes);
  const landed = new Map<string, Set<string>>();
  const news = createNews();
  const stop = volume.watch(({ sequence, changed }) => {
    news.add(sequence, changed);
    for (const { path, from = path } of changed) seen.outdate(from);
  });
  const shown = (path: VolumePath): string => (isInside(path, root) ? relativeTo(path, root) : path);

  /** Throws for a stale file, unless the change is made in it as it is. */
  async function check(path: VolumePath, now: Entry | undefined, context: CallContext): Promise<void> {
    const known = seen.get(path);
    if (!known || versionOf(now) === known.version) return;
    if (now && inPlace.has(context.tool ?? "")) return noteLanding(path, context.callId ?? "");
    if (!now) seen.delete(path); // that it is gone is all there is to know of it
    throw await stale(path, known, now);
  }

  function noteLanding(path: VolumePath, callId: string): void {
    landed.set(callId, (landed.get(callId) ?? new Set()).add(shown(path)));
  }

  async function stale(path: VolumePath, known: Seen, now: Entry | undefined): Promise<PortsideError> {
    const actual = versionOf(now);
    const diff = now?.kind === "file" ? await diffSince(path, known, now) : undefined;
    return fail("stale_version", {
      path: shown(path),
      expected: known.version,
      ...(actual === undefined ? {} : { actual }),
      reason: "version",
      ...(diff === undefined ? {} : { diff }),
    });
  }

  /** Undefined where the old text is gone, with its volume or because too many were outdated after it, or where it is too long to be of use. */
  async function diffSince(path: VolumePath, { entry }: Seen, now: FileEntry): Promise<string | undefined> {
    if (!entry) return undefined;
    try {
      const diff = unifiedDiff([{ path: shown(path), before: await volume.read(entry), after: await volume.read(now) }]);
      return encode(diff).length > limits.staleDiffBytes ? undefined : diff;
    } catch (error) {
      if (isPortsideError(error)) return undefined;
      throw error;
    }
  }

  function settle(changes: readonly Change[], receipt: Receipt, callId: string): void {
    news.forget(receipt.sequence);
    changes.forEach((change, index) => {
      const after = receipt.entries[index];
      if (change.op === "rename") return seen.move(change.from, change.to);
      if (change.op === "remove") seen.delete(change.path);
      // Its caller has not seen what it landed beside.
      else if (after?.kind === "file" && !landed.get(callId)?.has(shown(change.path)))
        seen.set(change.path, { version: after.version, entry: after });
    });
  }

  function isTold(path: VolumePath): boolean {
    const sight = see?.(path, volume.entry(path))?.sight;
    return path !== root && isInside(path, root) && sight !== "hidden" && sight !== "protected";
  }

  return {
    async allow({ targets, context }) {
      for (const { place, capability } of targets) {
        if (capability !== "read" && (place.entry || capability === "write")) await check(place.path, place.entry, context);
      }
      return undefined;
    },
    async begin({ changes }: Batch, before: readonly State[], context: CallContext) {
      for (const [index, change] of changes.entries()) {
        const entry = before[index]?.entry;
        if (isOwn(entry) || (entry === undefined && change.op !== "put")) continue;
        await check(change.op === "rename" ? change.from : change.path, entry, context);
      }
      return (settled) => {
        if ("sequence" in settled) settle(changes, settled, context.callId ?? "");
      };
    },
    saw(versions) {
      for (const { path, version } of versions) {
        const at = path.startsWith("/") ? path : join(root, path);
        const entry = volume.entry(at);
        seen.set(at, { version, entry: entry?.kind === "file" && entry.version === version ? entry : undefined });
      }
    },
    landed(callId) {
      const paths = [...(landed.get(callId) ?? [])];
      landed.delete(callId);
      return paths;
    },
    changes: () => news.take(volume, isTold).map((effect) => withShownPaths(effect, shown)),
    dispose: stop,
  };
}

function versionOf(entry: Entry | undefined): Version | undefined {
  return entry?.kind === "file" ? entry.version : undefined;
}

/** Made or written by the batch itself. */
function isOwn(entry: Entry | undefined): boolean {
  return entry !== undefined && (entry.id === 0 || versionOf(entry) === "");
}

function withShownPaths(effect: Effect, shown: (path: VolumePath) => string): Effect {
  return { ...effect, path: shown(effect.path), ...(effect.from === undefined ? {} : { from: shown(effect.from) }) };
}

/** What was changed, path by path: the sum, not the steps. */
interface News {
  add(sequence: number, changed: readonly Changed[]): void;
  /** A commit of one's own is none. */
  forget(sequence: number): void;
  /** With volume paths; what was told is forgotten. */
  take(volume: Pick<Volume, "entry">, isTold: (path: VolumePath) => boolean): readonly Effect[];
}

interface Item {
  readonly sequence: number;
  readonly from: VolumePath | undefined;
  readonly before: Identity | undefined;
}

/** An entry without what it may hold of a file. */
interface Identity {
  readonly id: NodeId;
  readonly version: Version | undefined;
}

function createNews(): News {
  const items = new Map<VolumePath, Item>();
  return {
    add(sequence, changed) {
      for (const { path, from, before } of changed) {
        if (!items.has(path)) items.set(path, { sequence, from, before: from === undefined ? identityOf(before) : undefined });
      }
    },
    forget(sequence) {
      for (const [path, item] of items) if (item.sequence === sequence) items.delete(path);
    },
    take(volume, isTold) {
      const told = [...items].filter(([path]) => isTold(path)).map(([path, item]) => effectOf(path, item, volume.entry(path)));
      items.clear();
      return told.filter((effect) => effect !== undefined);
    },
  };
}

function identityOf(entry: Entry | undefined): Identity | undefined {
  return entry && { id: entry.id, version: versionOf(entry) };
}

function effectOf(path: VolumePath, { from, before }: Item, after: Entry | undefined): Effect | undefined {
  if (!before && !after) return undefined;
  if (from !== undefined && after) return { op: "move", path, from };
  if (!after) return { op: "delete", path };
  if (!before) return { op: after.kind === "directory" ? "mkdir" : "create", path };
  return before.id === after.id && before.version === versionOf(after) ? undefined : { op: "modify", path };
}
