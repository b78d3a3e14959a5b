import { encode } from "../../src/core/text.ts";
import { byteString } from "../../src/engines/patch/lines.ts";
import type { PatchChange, SourceFile } from "../../src/engines/patch/plan.ts";

/** A small tree for tests. */
export type Tree = Readonly<Record<string, Entry>>;
export interface Entry {
  readonly kind: SourceFile["kind"];
  readonly executable: boolean;
  /** One character for each byte; of a link, its target. */
  readonly text: string;
}

/** Plain files. */
export function treeOf(texts: Readonly<Record<string, string>>): Tree {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, fileOf(text)]));
}

function fileOf(text: string): Entry {
  return { kind: "file", executable: false, text: byteString(encode(text)) };
}

/** One byte for each character. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0));
}

export function sourcesOf(tree: Tree, paths: readonly string[]): Map<string, SourceFile | undefined> {
  return new Map(paths.map((path) => [path, sourceOf(tree[path])]));
}

function sourceOf(entry: Entry | undefined): SourceFile | undefined {
  return entry && { kind: entry.kind, executable: entry.executable, bytes: bytesOf(entry.text) };
}

/** Carries out changes one by one, each refused as a volume refuses it. */
export function commit(tree: Tree, changes: readonly PatchChange[]): Tree {
  const entries = new Map(Object.entries(tree));
  for (const change of changes) carryOut(entries, change);
  return Object.fromEntries(entries);
}

function carryOut(entries: Map<string, Entry>, change: PatchChange): void {
  if (change.op === "put") entries.set(change.path, written(entries.get(change.path), change));
  else if (change.op === "remove") take(entries, change.path);
  else if (change.op === "rename") place(entries, change.to, take(entries, change.from));
  else if (change.op === "mode") entries.set(change.path, { ...take(entries, change.path), executable: change.executable });
  else place(entries, change.path, { kind: "symlink", executable: false, text: byteString(encode(change.target)) });
}

function written(before: Entry | undefined, { bytes, executable }: Extract<PatchChange, { op: "put" }>): Entry {
  if (before !== undefined && before.kind !== "file") throw new Error(`put on a ${before.kind}`);
  return { kind: "file", executable: executable ?? before?.executable ?? false, text: byteString(bytes) };
}

function take(entries: Map<string, Entry>, path: string): Entry {
  const entry = entries.get(path);
  if (entry === undefined) throw new Error(`nothing at ${path}`);
  entries.delete(path);
  return entry;
}

function place(entries: Map<string, Entry>, path: string, entry: Entry): void {
  if (entries.has(path)) throw new Error(`something at ${path}`);
  entries.set(path, entry);
}
