import { fail, type PortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { isInside, join, parent, relativeTo, type VolumePath } from "../core/path.ts";
import { byteLength, loneSurrogate } from "../core/text.ts";
import type { DirectoryEntry, Entry, Volume } from "../volumes/volume.ts";
import type { LocateOptions, Place } from "./access.ts";

/** What a path is resolved against. */
export interface Resolver {
  readonly volume: Pick<Volume, "entry">;
  /** Links resolved; exists. */
  readonly root: VolumePath;
  /** The root as the host spelled it: an absolute path may begin with either. */
  readonly rootAlias: VolumePath;
  readonly home?: VolumePath;
  /** An absolute path may name a place outside the root. A relative one, or a link inside, never leads there. */
  readonly external?: boolean;
}

/** The folder beside every root that belongs to Portside. */
const reservedFolder: VolumePath = "/.portside";

type ResolveOptions = Pick<LocateOptions, "for" | "leaf" | "absent">;

/**
 * The place a path means, walked as a POSIX kernel walks it: link by link, `..` of a linked directory being its target's parent. Throws
 * path_malformed, path_not_allowed, not_found, not_a_directory.
 */
export function resolvePath(resolver: Resolver, asked: string, options: ResolveOptions): Place {
  const spelled = preferLiteral(resolver, asked);
  const place = follow(resolver, asked, { ...options, ...routeOf(resolver, asked, spelled) });
  if (asksForDirectory(spelled)) refuseFile(asked, place, options);
  if (isInside(place.path, reservedFolder)) throw notAllowed(resolver, asked, "reserved");
  return place;
}

function asksForDirectory(path: string): boolean {
  return path === "" || path === "." || path.endsWith("/") || path.endsWith("/.");
}

/** A trailing slash asks for a directory: one that is there, or one that is about to be. */
function refuseFile(asked: string, place: Place, options: ResolveOptions): void {
  const kind = place.entry?.kind;
  if (kind === "directory" || (kind === undefined && (options.for === "mkdir" || options.for === "move"))) return;
  throw fail("not_a_directory", { path: asked, ...(kind ? { kind } : {}) });
}

/** A path copied from prose may carry quotes or an `@`: they are dropped only when the path with them does not exist and the one without does. */
function preferLiteral(resolver: Resolver, asked: string): string {
  const bare = unquoted(asked);
  if (bare === undefined || exists(resolver, asked)) return asked;
  return exists(resolver, bare) ? bare : asked;
}

function unquoted(path: string): string | undefined {
  if (path.length < 2) return undefined;
  const first = path.charAt(0);
  if (first === "@") return path.slice(1);
  const isQuoted = (first === '"' || first === "'" || first === "`") && path.length > 2 && path.endsWith(first);
  return isQuoted ? path.slice(1, -1) : undefined;
}

function exists(resolver: Resolver, path: string): boolean {
  try {
    return follow(resolver, path, { for: "read", leaf: "keep", ...routeOf(resolver, path, path) }).entry !== undefined;
  } catch {
    return false; // whatever is wrong with this spelling is said of the one that was asked
  }
}

/** The names to walk, and the directory to walk them from and never to leave: the root, or "/" for a place outside. */
interface Route {
  readonly names: readonly string[];
  readonly within: VolumePath;
}

/** `file:`, `~` and the root's own prefix are gone, `..` and `.` are kept. */
function routeOf(resolver: Resolver, asked: string, spelled: string): Route {
  refuseMalformed(asked, spelled);
  const path = expandHome(resolver, asked, fromFileUrl(asked, spelled));
  if (!path.startsWith("/")) return { names: path.split("/"), within: resolver.root };
  for (const root of [resolver.rootAlias, resolver.root]) {
    if (isInside(path, root)) return { names: path.slice(root.length).split("/"), within: resolver.root };
  }
  if (resolver.external) return { names: path.split("/"), within: "/" };
  throw notAllowed(resolver, asked, "outside");
}

function refuseMalformed(asked: string, path: string): void {
  if (path.includes("\0")) throw fail("path_malformed", { path: asked, reason: "nul" });
  if (loneSurrogate(path) >= 0) throw fail("path_malformed", { path: asked, reason: "lone_surrogate" });
  if (isTooLong(path)) throw fail("path_malformed", { path: asked, reason: "too_long" });
}

function isTooLong(path: string): boolean {
  // A name has at most as many bytes as its path, and a path at least as many as it has units: most paths need no count.
  if (path.length * 3 <= limits.nameBytes) return false;
  if (path.length > limits.pathBytes || byteLength(path) > limits.pathBytes) return true;
  return path.split("/").some((name) => byteLength(name) > limits.nameBytes);
}

function fromFileUrl(asked: string, path: string): string {
  if (!path.startsWith("file://")) return path;
  if (!path.startsWith("file:///")) throw fail("path_malformed", { path: asked, reason: "file_url_host" });
  try {
    const decoded = decodeURIComponent(path.slice("file://".length));
    refuseMalformed(asked, decoded);
    return decoded;
  } catch (error) {
    if (error instanceof URIError) throw fail("path_malformed", { path: asked, reason: "file_url" });
    throw error;
  }
}

function expandHome(resolver: Resolver, asked: string, path: string): string {
  if (!path.startsWith("~")) return path;
  if (path !== "~" && !path.startsWith("~/")) throw fail("path_malformed", { path: asked, reason: "other_users_home" });
  if (resolver.home === undefined) throw fail("path_malformed", { path: asked, reason: "no_home" });
  return resolver.home + path.slice(1);
}

function notAllowed(resolver: Resolver, path: string, reason: "outside" | "link_outside" | "link" | "reserved"): PortsideError {
  return fail("path_not_allowed", { path, root: resolver.root, reason });
}

/** A name still to be walked, and whether the caller wrote it or a link's target did. */
interface Step {
  readonly name: string;
  readonly from: "asked" | "link";
}

/** Where a walk stands. `pending` has the next step last; steps that came from a link are always in front of those asked for. */
interface Walk {
  readonly resolver: Resolver;
  readonly asked: string;
  readonly options: ResolveOptions;
  readonly within: VolumePath;
  readonly pending: Step[];
  at: VolumePath;
  entry: Entry | undefined;
  hops: number;
  /** A link that was the last component has been followed. */
  leafLink: boolean;
}

function follow(resolver: Resolver, asked: string, options: ResolveOptions & Route): Place {
  const { names, within } = options;
  const pending = steps(names, "asked");
  const entry = resolver.volume.entry(within);
  const walk: Walk = { resolver, asked, options, within, pending, at: within, entry, hops: 0, leafLink: false };
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    take(walk, step);
    if (walk.entry === undefined) return missing(walk, step);
    if (pending.at(-1)?.from !== "link") refuseOutside(walk, walk.at);
  }
  if (walk.leafLink && options.leaf === "follow-to-file" && walk.entry?.kind === "directory") throw notAllowed(resolver, asked, "link");
  return placeOf(walk, walk.at, walk.entry);
}

/** The steps of some names, next one last. */
function steps(names: readonly string[], from: Step["from"]): Step[] {
  const reversed: Step[] = [];
  for (let at = names.length - 1; at >= 0; at--) {
    const name = names[at] as string;
    if (name !== "" && name !== ".") reversed.push({ name, from });
  }
  return reversed;
}

function take(walk: Walk, step: Step): void {
  if (walk.entry?.kind !== "directory") throw fail("not_a_directory", { path: walk.asked, ...notDirectory(walk) });
  if (step.name === "..") return climb(walk, step);
  const path = join(walk.at, step.name);
  const entry = walk.resolver.volume.entry(path);
  if (entry?.kind === "symlink" && isFollowed(walk)) return enterLink(walk, entry.target);
  walk.at = path;
  walk.entry = entry;
}

function notDirectory(walk: Walk): { readonly at: string; readonly kind?: Entry["kind"] } {
  return { at: relativeTo(walk.at, walk.resolver.root), ...(walk.entry ? { kind: walk.entry.kind } : {}) };
}

function climb(walk: Walk, step: Step): void {
  if (step.from === "asked" && walk.at === walk.within) throw notAllowed(walk.resolver, walk.asked, "outside");
  walk.at = parent(walk.at);
  walk.entry = walk.resolver.volume.entry(walk.at);
}

/** A link in the middle is always followed; the last one as the caller wants it. */
function isFollowed(walk: Walk): boolean {
  if (walk.pending.length > 0) return true;
  if (walk.options.leaf === "refuse") throw notAllowed(walk.resolver, walk.asked, "link");
  walk.leafLink = walk.options.leaf !== "keep";
  return walk.leafLink;
}

function enterLink(walk: Walk, target: string): void {
  if (++walk.hops > limits.linkHops) throw fail("path_malformed", { path: walk.asked, reason: "link_cycle" });
  if (target.startsWith("/")) {
    walk.at = "/";
    walk.entry = walk.resolver.volume.entry("/");
  }
  walk.pending.push(...steps(target.split("/"), "link"));
}

function refuseOutside(walk: Walk, path: VolumePath): void {
  if (!isInside(path, walk.within)) throw notAllowed(walk.resolver, walk.asked, "link_outside");
}

/** Nothing is at the name just taken. The names after it are directories to be made, unless a link led here and dangles. */
function missing(walk: Walk, step: Step): Place {
  const rest = walk.pending.toReversed();
  const fromLinks = rest.filter(({ from }) => from === "link").map(({ name }) => name);
  refuseOutside(walk, fromLinks.reduce(join, walk.at));
  const dangles = step.from === "link" && rest.some(({ from }) => from === "asked");
  if (!walk.options.absent || dangles || rest.some(({ name }) => name === "..")) throw fail("not_found", { path: walk.asked });
  return placeOf(
    walk,
    rest.reduce((path, { name }) => join(path, name), walk.at),
    undefined,
  );
}

function placeOf(walk: Walk, path: VolumePath, entry: Entry | undefined): Place {
  return { path, entry, scope: scopeOf(walk), external: !isInside(path, walk.resolver.root) };
}

/** The nearest existing directory above where the walk ended, whose parents exist; the root, and a directory to be read, is its own. */
function scopeOf({ resolver, options, at, entry }: Walk): Place["scope"] {
  const itself = at === resolver.root || (options.for === "read" && entry?.kind === "directory");
  const above = itself ? at : parent(at);
  return { path: above, id: (resolver.volume.entry(above) as DirectoryEntry).id };
}
