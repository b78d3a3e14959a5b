import type { Entry, NodeId } from "../volume.ts";
import { createPacker, createUnpacker, type Packer, type Unpacker } from "./packing.ts";

/** Where a file's bytes are: the payload of a `contents` record. An empty file has none, and all of these are 0. */
export interface Stored {
  readonly segment: number;
  readonly offset: number;
  readonly checksum: number;
}

export const nothingStored: Stored = { segment: 0, offset: 0, checksum: 0 };

/** All that is known of a node from now on. What a log says is never relative: whatever stood before, this is what stands after. */
export interface NodeRecord {
  readonly id: NodeId;
  /** Id of its directory; 0: the node is gone. */
  readonly directory: NodeId;
  readonly name: string;
  readonly state: NodeState;
}

export type NodeState =
  | { readonly kind: "file"; readonly version: number; readonly size: number; readonly executable: boolean; readonly stored: Stored }
  | { readonly kind: "directory" }
  | { readonly kind: "symlink"; readonly target: string };

export interface Commit {
  readonly sequence: number;
  /** The numbers that nodes and versions got last. */
  readonly lastId: NodeId;
  readonly lastVersion: number;
  readonly callId?: string | undefined;
  readonly nodes: readonly (NodeRecord | Gone)[];
}

export interface Gone {
  readonly id: NodeId;
  readonly directory: 0;
}

/** What `committed` knows, and the numbers, at the time it was written. */
export interface Calls extends Pick<Commit, "sequence" | "lastId" | "lastVersion"> {
  /** The oldest first. */
  readonly calls: readonly (readonly [callId: string, sequence: number])[];
}

/** A file's bytes of that version stand in another place now. */
export interface Moved {
  readonly id: NodeId;
  readonly version: number;
  readonly stored: Stored;
}

const kinds = { file: 1, executable: 2, directory: 3, symlink: 4 } as const;

export function packCommit({ callId, nodes, ...numbers }: Commit): Uint8Array {
  const packer = createPacker();
  packNumbers(packer, numbers);
  packer.byte(callId === undefined ? 0 : 1);
  if (callId !== undefined) packer.text(callId);
  for (const node of nodes) packNode(packer, node);
  return packer.bytes();
}

/** This and the others throw RangeError where the payload is not that. */
export function unpackCommit(payload: Uint8Array): Commit {
  const unpacker = createUnpacker(payload);
  const numbers = unpackNumbers(unpacker);
  const callId = unpacker.byte() === 0 ? undefined : unpacker.text();
  return { ...numbers, callId, nodes: all(unpacker, unpackNode) };
}

export function packNodes(nodes: readonly NodeRecord[]): Uint8Array {
  const packer = createPacker();
  for (const node of nodes) packNode(packer, node);
  return packer.bytes();
}

export function unpackNodes(payload: Uint8Array): readonly (NodeRecord | Gone)[] {
  return all(createUnpacker(payload), unpackNode);
}

export function packCalls({ calls, ...numbers }: Calls): Uint8Array {
  const packer = createPacker();
  packNumbers(packer, numbers);
  for (const [callId, sequence] of calls) {
    packer.text(callId);
    packer.number(sequence);
  }
  return packer.bytes();
}

export function unpackCalls(payload: Uint8Array): Calls {
  const unpacker = createUnpacker(payload);
  const numbers = unpackNumbers(unpacker);
  return { ...numbers, calls: all(unpacker, () => [unpacker.text(), unpacker.number()] as const) };
}

export function packMoved(moved: readonly Moved[]): Uint8Array {
  const packer = createPacker();
  for (const { id, version, stored } of moved) {
    packer.number(id);
    packer.number(version);
    packStored(packer, stored);
  }
  return packer.bytes();
}

export function unpackMoved(payload: Uint8Array): readonly Moved[] {
  return all(createUnpacker(payload), (unpacker) => ({
    id: unpacker.number(),
    version: unpacker.number(),
    stored: unpackStored(unpacker),
  }));
}

/** What is written of an entry. */
export function stateOf(entry: Entry, stored: Stored): NodeState {
  switch (entry.kind) {
    case "file":
      return { kind: "file", version: Number(entry.version), size: entry.size, executable: entry.executable, stored };
    case "symlink":
      return { kind: "symlink", target: entry.target };
    case "directory":
      return { kind: "directory" };
    case "other":
      throw new Error("a log has no such nodes");
  }
}

function packNumbers(packer: Packer, { sequence, lastId, lastVersion }: Pick<Commit, "sequence" | "lastId" | "lastVersion">): void {
  for (const value of [sequence, lastId, lastVersion]) packer.number(value);
}

function unpackNumbers(unpacker: Unpacker): Pick<Commit, "sequence" | "lastId" | "lastVersion"> {
  return { sequence: unpacker.number(), lastId: unpacker.number(), lastVersion: unpacker.number() };
}

function packNode(packer: Packer, node: NodeRecord | Gone): void {
  packer.number(node.id);
  packer.number(node.directory);
  if (isGone(node)) return;
  packer.text(node.name);
  packState(packer, node.state);
}

function unpackNode(unpacker: Unpacker): NodeRecord | Gone {
  const [id, directory] = [unpacker.number(), unpacker.number()];
  return directory === 0 ? { id, directory } : { id, directory, name: unpacker.text(), state: unpackState(unpacker) };
}

export function isGone(node: NodeRecord | Gone): node is Gone {
  return node.directory === 0;
}

function packState(packer: Packer, state: NodeState): void {
  packer.byte(kinds[state.kind === "file" && state.executable ? "executable" : state.kind]);
  if (state.kind === "symlink") packer.text(state.target);
  if (state.kind !== "file") return;
  packer.number(state.version);
  packer.number(state.size);
  packStored(packer, state.stored);
}

function unpackState(unpacker: Unpacker): NodeState {
  const kind = unpacker.byte();
  if (kind === kinds.directory) return { kind: "directory" };
  if (kind === kinds.symlink) return { kind: "symlink", target: unpacker.text() };
  if (kind !== kinds.file && kind !== kinds.executable) throw new RangeError(`a node of the unknown kind ${kind}`);
  const [version, size] = [unpacker.number(), unpacker.number()];
  return { kind: "file", version, size, executable: kind === kinds.executable, stored: unpackStored(unpacker) };
}

function packStored(packer: Packer, { segment, offset, checksum }: Stored): void {
  packer.number(segment);
  packer.number(offset);
  packer.uint32(checksum);
}

function unpackStored(unpacker: Unpacker): Stored {
  return { segment: unpacker.number(), offset: unpacker.number(), checksum: unpacker.uint32() };
}

function all<T>(unpacker: Unpacker, next: (unpacker: Unpacker) => T): readonly T[] {
  const found: T[] = [];
  while (!unpacker.done()) found.push(next(unpacker));
  return found;
}
