import { isInside } from "../../core/path.ts";
import { decode } from "../../core/text.ts";
import type { FileMode } from "./parse.ts";

/** What stands at a path; of a link the bytes are its target. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly mode: FileMode;
}

/** One step towards the tree that a patch describes, in the words of a volume's batch. Directories are the caller's. */
export type PatchChange =
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "rename"; readonly from: string; readonly to: string }
  /** `executable` absent: as it was, or false for a new file. */
  | { readonly op: "put"; readonly path: string; readonly bytes: Uint8Array; readonly executable?: boolean }
  | { readonly op: "mode"; readonly path: string; readonly executable: boolean }
  | { readonly op: "symlink"; readonly path: string; readonly target: string };

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** What the sections came to, against the files as they were. */
export interface Outcome {
  readonly contents: ReadonlyMap<string, Content>;
  readonly deleted: readonly string[];
  /** Directories that the patch empties and gives the names of to files, deepest first. */
  readonly directories: readonly string[];
  readonly renames: readonly Rename[];
  /** Every path that holds something new. */
  readonly written: ReadonlyMap<string, Content>;
}

/**
 * Steps that are each possible after the ones before: removals, then renames, every one after the rename that frees its destination, then
 * contents. Renames in a circle never find a free destination, so their files are rewritten in place; one between a name and a name below it is
 * a removal and a new file.
 */
export function composeChanges(outcome: Outcome): PatchChange[] {
  const { contents: sources, directories, written } = outcome;
  const [nested, plain] = parted(outcome.renames, (rename) => isNested(rename, directories));
  const deleted = [...outcome.deleted, ...nested.map(({ from }) => from)];
  const { ordered, circular } = orderRenames(plain);
  const before = new Map(sources);
  for (const path of deleted) before.delete(path);
  for (const { from } of ordered) before.delete(from);
  for (const { from, to } of ordered) before.set(to, sources.get(from) as Content);
  const circle = new Set(circular.map(({ to }) => to));
  return [
    ...[...deleted, ...directories].map((path) => ({ op: "remove", path }) as const),
    ...ordered.map(({ from, to }) => ({ op: "rename", from, to }) as const),
    ...[...written].flatMap(([path, content]) => writing(path, before.get(path), content, circle.has(path))),
  ];
}

function parted<T>(items: readonly T[], first: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(first), items.filter((item) => !first(item))];
}

/** Below the name it is given, or out of or into the place of a directory that goes. */
function isNested({ from, to }: Rename, directories: readonly string[]): boolean {
  return isInside(to, from) || directories.some((directory) => isInside(from, directory) || to === directory);
}

function orderRenames(renames: readonly Rename[]): { readonly ordered: Rename[]; readonly circular: Rename[] } {
  const pending = new Map(renames.map((rename) => [rename.from, rename]));
  const blocked = new Map(renames.map((rename) => [rename.to, rename]));
  const ordered: Rename[] = [];
  for (const rename of renames) {
    let free = pending.has(rename.to) ? undefined : rename;
    while (free !== undefined && pending.delete(free.from)) {
      ordered.push(free);
      free = blocked.get(free.from);
    }
  }
  return { ordered, circular: [...pending.values()] };
}

function writing(path: string, before: Content | undefined, content: Content, anew: boolean): PatchChange[] {
  if (before === content && !anew) return [];
  if (content.mode === "symlink" || before?.mode === "symlink")
    return [...(before ? [{ op: "remove", path } as const] : []), making(path, content)];
  const executable = content.mode === "executable";
  const changed = executable !== (before?.mode === "executable");
  if (before?.bytes === content.bytes) return changed ? [{ op: "mode", path, executable }] : [];
  return [{ op: "put", path, bytes: content.bytes, ...(changed && { executable }) }];
}

function making(path: string, { bytes, mode }: Content): PatchChange {
  if (mode === "symlink") return { op: "symlink", path, target: decode(bytes) };
  return { op: "put", path, bytes, ...(mode === "executable" && { executable: true }) };
}
