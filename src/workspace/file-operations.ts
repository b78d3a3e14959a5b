import { fail, isPortsideError } from "../core/errors.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import { isInside, join, parent, type VolumePath } from "../core/path.ts";
import { byteLength } from "../core/text.ts";
import type { CallContext } from "../ports/call.ts";
import type { EntryFacts, FileOperations } from "../ports/file-system.ts";
import type { Change, Child, DirectoryEntry, Entry, FileEntry } from "../volumes/volume.ts";
import type { Access, Capability, LocateOptions, Place, Plan, Target } from "./access.ts";
import { missingDirectories } from "./directory-maker.ts";
import { invalid, requireFile } from "./requests.ts";
import { everything } from "./walk-filters.ts";

/** What a node-shaped file system does, on the waist. */
export function createFileOperations(access: Access, context: Pick<CallContext, "callId"> = {}): FileOperations {
  /** Literal: what a model's path may mean besides its own words (`~`, quotes, `file:`) no program means. */
  function literal(path: string): string {
    if (path === "") throw fail("not_found", { path });
    return path.startsWith("/") ? path : join(access.root, path);
  }

  function locate(path: string, options: LocateOptions): MaybePromise<Place> {
    return access.locate(literal(path), options, context);
  }

  const existing = (path: string, leaf: "follow" | "keep"): MaybePromise<Existing> =>
    chain(locate(path, { for: "read", leaf }), (place) => present(place, path));

  async function change(plan: () => MaybePromise<Steps>): Promise<void> {
    await access.change<object>({ plan: () => chain(plan(), (steps): Plan<object> => ({ ...steps, respond: () => ({}) })) }, context);
  }

  /** Plans on what stands at the path, which must be there. */
  function changeExisting(path: string, options: LocateOptions, plan: (place: Existing) => MaybePromise<Steps>): Promise<void> {
    return change(() => chain(locate(path, options), (place) => plan(present(place, path))));
  }

  /** Stores what `bytes` makes of the file that is there. */
  function put(path: string, executable: boolean, bytes: (before: FileEntry | undefined) => MaybePromise<Uint8Array>): Promise<void> {
    return change(() =>
      chain(locate(path, { for: "write", leaf: "follow", absent: true }), (place) => {
        requireParent(place, path);
        const before = place.entry && requireFile(place, path);
        return chain(bytes(before), (stored) => ({
          targets: [{ place, capability: "write" }],
          changes: [{ op: "put", path: place.path, bytes: stored, expect: before?.version ?? "absent", ...(before ? {} : { executable }) }],
        }));
      }),
    );
  }

  function remove(path: string, refuse: (entry: Entry) => void): Promise<void> {
    return changeExisting(path, { for: "delete", leaf: "keep" }, (place) => {
      refuse(place.entry);
      return removal(access, place, [place]);
    });
  }

  return {
    async readFile(path) {
      const file = requireFile(await existing(path, "follow"), path);
      return { bytes: new Uint8Array(await access.read(file)) };
    },
    writeFile: (path, bytes, executable) => put(path, executable, () => bytes),
    appendFile: (path, bytes, executable) =>
      put(path, executable, (before) => (before ? chain(access.read(before), (stored) => joined(stored, bytes)) : bytes)),
    async readdir(path) {
      const place = await existing(path, "follow");
      const children = await visibleChildren(access, { ...place, entry: requireDirectory(place, path) });
      return children.map(({ name, entry }) => ({ name, kind: entry.kind }));
    },
    async mkdir(path, recursive) {
      let made: VolumePath | undefined;
      await change(async () => {
        const options: LocateOptions = { for: "mkdir", leaf: recursive ? "follow" : "keep", absent: true };
        const changes = directories(await locate(path, options), path, recursive);
        made = changes.changes[0]?.path;
        return changes;
      });
      return made;
    },
    async rm(path, { recursive, force }) {
      try {
        await changeExisting(path, { for: "delete", leaf: "keep" }, (place) => {
          if (place.entry.kind === "directory" && !recursive) throw fail("is_a_directory", { path });
          return removal(access, place, withAllBelow(access, place));
        });
      } catch (error) {
        if (!force || !isPortsideError(error, "not_found")) throw error;
      }
    },
    rmdir: (path) => remove(path, (entry) => requireKind(entry, "directory", path)),
    unlink: (path) =>
      remove(path, (entry) => {
        if (entry.kind === "directory") throw fail("is_a_directory", { path });
      }),
    async rename(from, to) {
      await changeExisting(from, { for: "move", leaf: "keep" }, (source) =>
        chain(locate(to, { for: "move", leaf: "keep", absent: true }), (destination) => {
          requireParent(destination, to);
          return renaming({ from, to, source, destination });
        }),
      );
    },
    stat: async (path) => factsOf((await existing(path, "follow")).entry),
    lstat: async (path) => factsOf((await existing(path, "keep")).entry),
    async readlink(path) {
      const { entry } = await existing(path, "keep");
      if (entry.kind !== "symlink") throw invalid({ at: "path", problem: "type", expected: "symlink", received: entry.kind });
      return entry.target;
    },
    symlink: (target, path) =>
      change(() =>
        chain(locate(path, { for: "write", leaf: "keep", absent: true }), (place) => {
          requireAbsent(place, path);
          requireParent(place, path);
          return { targets: [{ place, capability: "write" }], changes: [{ op: "symlink", path: place.path, target }] };
        }),
      ),
    chmod: (path, executable) =>
      changeExisting(path, { for: "write", leaf: "follow" }, (place) => {
        const differs = place.entry.kind === "file" && place.entry.executable !== executable;
        const changes: Change[] = differs ? [{ op: "mode", path: place.path, executable }] : [];
        return { targets: [{ place, capability: "write" }], changes };
      }),
    async access(path) {
      await existing(path, "follow");
    },
  };
}

type Existing = Place & { readonly entry: Entry };
type Steps = Pick<Plan<object>, "targets" | "changes">;

function present(place: Place, path: string): Existing {
  if (place.entry === undefined) throw fail("not_found", { path });
  return place as Existing;
}

function requireParent({ path: place, scope, entry }: Place, path: string): void {
  if (entry === undefined && parent(place) !== scope.path) throw fail("not_found", { path });
}

function requireAbsent({ entry }: Place, path: string): void {
  if (entry) throw fail("already_exists", { path, kind: entry.kind });
}

function requireDirectory({ entry }: Existing, path: string): DirectoryEntry {
  requireKind(entry, "directory", path);
  return entry;
}

function requireKind(entry: Entry, kind: "directory", path: string): asserts entry is DirectoryEntry {
  if (entry.kind !== kind) throw fail("not_a_directory", { path, kind: entry.kind });
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.byteLength + second.byteLength);
  bytes.set(first);
  bytes.set(second, first.byteLength);
  return bytes;
}

/** Without those that a guard hides or protects, as in every listing. A walk says which: but it never shows `.git`, which a program wants. */
async function visibleChildren(access: Access, place: Place & { readonly entry: DirectoryEntry }): Promise<readonly Child[]> {
  const children = access.volume.children(place.entry);
  const seen = new Set<string>([".git"]);
  const options = { filter: everything(), depth: 1, includeHidden: true, includeIgnored: true };
  const skipped = await access.walk(place, options, ({ name }) => seen.add(name) !== undefined, {});
  return skipped.protected === 0 ? children : children.filter(({ name }) => seen.has(name));
}

function directories(
  place: Place,
  path: string,
  recursive: boolean,
): Steps & { readonly changes: readonly { readonly path: VolumePath }[] } {
  const made = place.entry?.kind === "directory" && recursive;
  if (!made) requireAbsent(place, path);
  if (!recursive) requireParent(place, path);
  const changes = made ? [] : [...missingDirectories(place), { op: "mkdir" as const, path: place.path }];
  return { targets: [{ place, capability: "mkdir" }], changes };
}

/** Each of them is asked for by itself, or a rule for one file could be gone around by removing its directory. */
function removal({ root }: Access, { path }: Existing, places: readonly Existing[]): Steps {
  if (path === root) throw fail("path_not_allowed", { path, root, reason: "reserved" });
  return { targets: targetsOf(places, "delete"), changes: places.map(removalOf) };
}

function targetsOf(places: readonly Place[], capability: Capability): Target[] {
  return places.map((place) => ({ place, capability }));
}

function removalOf({ path, entry }: Existing): Change {
  return { op: "remove", path, expect: entry.kind === "file" ? entry.version : entry.id };
}

/** The entry and all that is below it, what is inside a directory before the directory. */
function withAllBelow({ volume }: Access, start: Existing): readonly Existing[] {
  const found: Existing[] = [];
  const pending: Existing[] = [start];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    found.push(place);
    const { path, entry, external } = place;
    if (entry.kind !== "directory") continue;
    const scope = { path, id: entry.id };
    for (const child of volume.children(entry)) pending.push({ path: join(path, child.name), entry: child.entry, scope, external });
  }
  return found.reverse();
}

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly source: Existing;
  readonly destination: Place;
}

/** As rename(2): a file takes a file's place, a directory an empty directory's; onto itself it does nothing. */
function renaming({ from, to, source, destination }: Renaming): Steps {
  const targets = targetsOf([source, destination], "move");
  if (source.path === destination.path) return { targets, changes: [] };
  const rename: Change = { op: "rename", from: source.path, to: destination.path };
  const { entry } = destination;
  if (entry === undefined) return { targets, changes: [rename] };
  if (isInside(destination.path, source.path)) throw fail("invalid_move", { source: from, destination: to, reason: "into_itself" });
  refuseOtherKind(source.entry, entry, to);
  const replaced = { ...destination, entry };
  return { targets: [...targets, ...targetsOf([replaced], "delete")], changes: [removalOf(replaced), rename] };
}

function refuseOtherKind(source: Entry, destination: Entry, path: string): void {
  if (source.kind === "directory") requireKind(destination, "directory", path);
  else if (destination.kind === "directory") throw fail("is_a_directory", { path });
}

function factsOf(entry: Entry): EntryFacts {
  const facts = { kind: entry.kind, id: entry.id, size: 0, executable: false };
  if (entry.kind === "symlink") return { ...facts, size: byteLength(entry.target) };
  if (entry.kind !== "file") return facts;
  return { ...facts, size: entry.size, executable: entry.executable, version: entry.version };
}
