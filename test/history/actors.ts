import type { FileSystem } from "../../src/ports/file-system.ts";
import type { Catalog } from "../../src/tools/catalog.ts";
import { createTools } from "../../src/tools/catalog.ts";
import type { Workspace } from "../../src/workspace/index.ts";

export type Actor = "one" | "two" | "host";
export const actors: readonly Actor[] = ["one", "two", "host"];

/** One call, as data: it can be made in another workspace too. */
export interface ActorCall {
  readonly actor: Actor;
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The same numbers for the same seed. */
export function createRandom(seed: number): { below(limit: number): number; of<T>(items: readonly T[]): T } {
  let state = seed;
  function below(limit: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  }
  return { below, of: (items) => items[below(items.length)] as never };
}

type Random = ReturnType<typeof createRandom>;

const sections = 6;
const shared = ["s0", "s1", "s2"] as const;

/** What a section of a file that all work on says. Between two of them are lines of nobody. */
function sectionText(file: string, actor: Actor, section: number, value: string): string {
  return `${file} ${actor} ${section}: ${value}`;
}

/** Files that all work on, each in a directory that others may move. */
export function firstFiles(): Record<string, string | null> {
  const files: Record<string, string | null> = {};
  for (const [index, name] of shared.entries()) {
    const lines: string[] = [];
    for (let section = 0; section < sections; section++)
      for (const actor of actors) lines.push("", sectionText(name, actor, section, "0"), "--");
    files[`dir${index}/${name}.txt`] = `${lines.join("\n")}\n`;
  }
  return { ...files, binary: "\0", empty: null };
}

/** What one actor has made, and has not removed. */
interface Own {
  readonly files: Set<string>;
  readonly directories: Set<string>;
  readonly links: Set<string>;
  readonly values: Map<string, string>;
  made: number;
}

/**
 * Calls that all succeed, in this order and also when those of "one" are left out: everybody changes sections and files of their own, in files and
 * directories of all. "two" and the host move these too.
 */
export function randomCalls(count: number, seed: number): readonly ActorCall[] {
  const random = createRandom(seed);
  const owns = new Map(actors.map((actor) => [actor, createOwn()]));
  const places = new Map<string, string>(shared.map((name, index) => [name, `dir${index}`]));
  const world: World = { random, owns, places, moves: 0 };
  const calls: ActorCall[] = [];
  while (calls.length < count) {
    const actor = random.of(actors);
    const call = random.of(operations)(world, actor, owns.get(actor) as Own);
    if (call) calls.push({ actor, operation: call[0], args: call[1] });
  }
  return calls;
}

function createOwn(): Own {
  return { files: new Set(), directories: new Set(), links: new Set(), values: new Map(), made: 0 };
}

interface World {
  readonly random: Random;
  readonly owns: ReadonlyMap<Actor, Own>;
  /** Where the directories of all are. */
  readonly places: Map<string, string>;
  moves: number;
}

type Made = readonly [operation: string, args: Readonly<Record<string, unknown>>] | undefined;
type Operation = (world: World, actor: Actor, own: Own) => Made;

const operations: readonly Operation[] = [
  editSection,
  editSection,
  editSection,
  writeNew,
  writeNew,
  writeOver,
  remove,
  moveFile,
  makeDirectory,
  moveDirectory,
  removeDirectory,
  patch,
  moveShared,
  link,
  mode,
];

function editSection({ random, places }: World, actor: Actor, own: Own): Made {
  const name = random.of(shared);
  const section = random.below(sections);
  const key = `${name} ${section}`;
  const before = own.values.get(key) ?? "0";
  const value = `${++own.made}${random.of(["", "\nand a line", "\nand two\nlines"])}`;
  own.values.set(key, value);
  const edits = [
    { old_string: `${sectionText(name, actor, section, before)}\n--`, new_string: `${sectionText(name, actor, section, value)}\n--` },
  ];
  return ["edit", { path: `${places.get(name)}/${name}.txt`, edits }];
}

function directoryFor({ random, places }: World, own: Own): string {
  return random.of(["", ...[...places.values()].map((path) => `${path}/`), ...[...own.directories].map((path) => `${path}/`)]);
}

function newName(world: World, actor: Actor, own: Own): string {
  return `${directoryFor(world, own)}${actor}-${++own.made}`;
}

function content(own: Own): string {
  return `content ${++own.made}\n`.repeat(1 + (own.made % 5));
}

function writeNew(world: World, actor: Actor, own: Own): Made {
  const path = newName(world, actor, own);
  own.files.add(path);
  return ["write", { path, content: content(own) }];
}

function writeOver({ random }: World, _actor: Actor, own: Own): Made {
  if (own.files.size === 0) return undefined;
  return ["write", { path: random.of([...own.files]), content: random.of([content(own), ""]) }];
}

function remove({ random }: World, _actor: Actor, own: Own): Made {
  const path = random.of([...own.files, ...own.links]);
  if (path === undefined) return undefined;
  own.files.delete(path);
  own.links.delete(path);
  return ["delete", { path }];
}

function moveFile(world: World, actor: Actor, own: Own): Made {
  const source = world.random.of([...own.files]);
  if (source === undefined) return undefined;
  const destination = newName(world, actor, own);
  own.files.delete(source);
  own.files.add(destination);
  return ["move", { source, destination }];
}

function makeDirectory(world: World, actor: Actor, own: Own): Made {
  const path = newName(world, actor, own);
  own.directories.add(path);
  return ["mkdir", { path }];
}

function moveDirectory(world: World, actor: Actor, own: Own): Made {
  const source = world.random.of([...own.directories]);
  const destination = newName(world, actor, own);
  if (source === undefined || `${destination}/`.startsWith(`${source}/`)) return undefined;
  moveAll(own, source, destination);
  return ["move", { source, destination }];
}

function moveAll(own: Own, source: string, destination: string): void {
  for (const paths of [own.files, own.directories, own.links]) {
    const moved = [...paths].filter((path) => path === source || path.startsWith(`${source}/`));
    for (const path of moved) paths.delete(path);
    for (const path of moved) paths.add(destination + path.slice(source.length));
  }
}

function removeDirectory({ random }: World, _actor: Actor, own: Own): Made {
  const all = [...own.files, ...own.directories, ...own.links];
  const path = random.of([...own.directories].filter((directory) => !all.some((other) => other.startsWith(`${directory}/`))));
  if (path === undefined) return undefined;
  own.directories.delete(path);
  return ["delete", { path }];
}

/** One file is made and another goes. */
function patch(world: World, actor: Actor, own: Own): Made {
  const path = newName(world, actor, own);
  const gone = newName(world, actor, own);
  own.files.add(path);
  const made = (name: string) =>
    `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${name}\n`;
  own.files.add(gone);
  return ["apply_patch", { patch: made(path) + made(gone) }];
}

function moveShared(world: World, actor: Actor): Made {
  if (actor === "one") return undefined;
  const name = world.random.of(shared);
  const source = world.places.get(name) as string;
  const destination = `moved${++world.moves}`;
  world.places.set(name, destination);
  for (const own of world.owns.values()) moveAll(own, source, destination);
  return ["move", { source, destination }];
}

/** Only a host makes links and sets bits. */
function link(world: World, actor: Actor, own: Own): Made {
  if (actor !== "host") return undefined;
  const path = newName(world, actor, own);
  own.links.add(path);
  return ["link", { path, target: world.random.of(["binary", "none", "../x"]) }];
}

function mode({ random }: World, actor: Actor, own: Own): Made {
  const path = random.of([...own.files]);
  if (actor !== "host" || path === undefined) return undefined;
  return ["mode", { path, mode: random.of([0o755, 0o644]) }];
}

/** Calls of everybody on the same few paths: many fail, and many of those that do not are in the way of each other. */
export function chaoticCalls(count: number, seed: number): readonly ActorCall[] {
  const random = createRandom(seed);
  const names = ["a", "b", "c"];
  const path = (): string => Array.from({ length: 1 + random.below(3) }, () => random.of(names)).join("/");
  const lines = (): string => Array.from({ length: random.below(6) }, () => `${random.below(4)}\n`).join("");
  const makers: readonly (() => Made)[] = [
    () => ["write", { path: path(), content: lines() }],
    () => ["edit", { path: path(), edits: [{ old_string: `${random.below(4)}\n`, new_string: lines(), replace_all: true }] }],
    () => ["move", { source: path(), destination: path() }],
    () => ["delete", { path: path() }],
    () => ["mkdir", { path: path() }],
    () => ["link", { path: path(), target: path() }],
    () => ["mode", { path: path(), mode: random.of([0o755, 0o644]) }],
  ];
  return Array.from({ length: count }, () => {
    const [operation, args] = random.of(makers)() as NonNullable<Made>;
    return { actor: random.of(actors), operation, args };
  });
}

export type MakeCall = (call: ActorCall, index: number) => Promise<void>;

/** Makes calls, agents by their tools and the host by itself; `index` is the call's id, and ten are a turn. Throws where one fails. */
export function actorsWith(fs: Pick<FileSystem, "symlink" | "chmod">, tools: ReadonlyMap<Actor, Pick<Catalog, "call">>): MakeCall {
  return async ({ actor, operation, args }, index) => {
    const { path, target, mode: bits } = args as { readonly path: string; readonly target: string; readonly mode: number };
    if (operation === "link") return fs.symlink(target, path);
    if (operation === "mode") return fs.chmod(path, bits);
    const result = await tools.get(actor)?.call(operation, args, { id: `${index}`, turn: `${Math.floor(index / 10)}` });
    if (result?.status !== "ok") throw new Error(`${operation} ${JSON.stringify(args)}: ${result?.text}`);
  };
}

export function openActors({ fs, ledger, portsFor, root }: Workspace): MakeCall {
  const toolsOf = (name: Actor): Catalog => createTools(portsFor({ actor: name }), { name, root, ...(ledger && { ledger }) });
  return actorsWith(fs, new Map(actors.map((name) => [name, toolsOf(name)])));
}

/** Makes all of them; `first` is the index of the first. */
export async function makeCalls(make: MakeCall, calls: readonly ActorCall[], first = 0): Promise<void> {
  for (const [index, call] of calls.entries()) await make(call, first + index);
}
