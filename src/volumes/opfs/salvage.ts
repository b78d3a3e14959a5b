import { isPortsideError } from "../../core/errors.ts";
import { join, type VolumePath } from "../../core/path.ts";
import { compareUtf8 } from "../../core/text.ts";
import type { NodeId } from "../volume.ts";
import { inRam, type ReadableFile } from "./block-file.ts";
import { checksum } from "./checksum.ts";
import { isSegmentHeader, manifestNames, segmentHeaderBytes, segmentName, segmentNumber } from "./format.ts";
import type { NodeRecord, NodeState } from "./nodes.ts";
import { replay, type Note } from "./replay.ts";
import { chainOf, type Chain } from "./segments.ts";

/** What could be read of a volume. */
export interface Salvaged {
  /** In the order of a walk. What has lost its directory is below "/lost+found". */
  readonly entries: readonly SalvagedEntry[];
  readonly notes: readonly Note[];
}

export type SalvagedEntry =
  | { readonly path: VolumePath; readonly kind: "directory" }
  | { readonly path: VolumePath; readonly kind: "symlink"; readonly target: string }
  | {
      readonly path: VolumePath;
      readonly kind: "file";
      readonly executable: boolean;
      /** Bytes. */
      readonly size: number;
      /** Undefined when they are not there, or not what was written. */
      read(): Promise<Uint8Array | undefined>;
    };

/**
 * Reads a volume from the files of its directory by their names, as they are or copied elsewhere; it needs no file system, writes nothing, and goes
 * on where a file is damaged. Throws `unavailable` when a newer format wrote them.
 */
export async function salvage(files: ReadonlyMap<string, Blob>): Promise<Salvaged> {
  const manifests = await Promise.all(manifestNames.map((name) => bytesOf(files.get(name))));
  const chain = readableChain([...files.keys()], manifests);
  const segments = new Map<number, ReadableFile>();
  for (const number of chain.segments.filter((each) => each >= chain.replay.segment)) {
    const bytes = await bytesOf(files.get(segmentName(number)));
    isSegmentHeader(bytes, number); // throws where the format is newer; a damaged one does not matter here
    segments.set(number, inRam(bytes));
  }
  if (segments.size === 0) return { entries: [], notes: [] };
  const { nodes, notes } = replay({ segments, from: chain.replay, salvage: true });
  const entries = [...nodes.values()].map((node) => entryOf(pathOf(node, nodes), node.state, files));
  return { entries: entries.toSorted((a, b) => compareUtf8(a.path, b.path)), notes };
}

/** Where segments or manifests are missing, everything that is there, from the first on. */
function readableChain(names: readonly string[], manifests: readonly Uint8Array[]): Pick<Chain, "segments" | "replay"> {
  try {
    return chainOf(names, manifests);
  } catch (error) {
    if (!isPortsideError(error, "unavailable") || !error.details.reason.startsWith("damaged")) throw error;
    const segments = names.flatMap((name) => segmentNumber(name) ?? []).toSorted((a, b) => a - b);
    return { segments, replay: { segment: segments[0] ?? 1, offset: segmentHeaderBytes } };
  }
}

async function bytesOf(blob: Blob | undefined): Promise<Uint8Array> {
  return new Uint8Array((await blob?.arrayBuffer()) ?? []);
}

const rootId: NodeId = 1;

function pathOf({ id, directory, name }: NodeRecord, nodes: ReadonlyMap<NodeId, NodeRecord>): VolumePath {
  if (directory === rootId) return `/${name}`;
  const above = nodes.get(directory);
  return above?.state.kind === "directory" ? join(pathOf(above, nodes), name) : `/lost+found/${id}-${name}`;
}

function entryOf(path: VolumePath, state: NodeState, files: ReadonlyMap<string, Blob>): SalvagedEntry {
  if (state.kind === "directory") return { path, kind: "directory" };
  if (state.kind === "symlink") return { path, kind: "symlink", target: state.target };
  const { executable, size, stored } = state;
  const read = async (): Promise<Uint8Array | undefined> => {
    const segment = files.get(segmentName(stored.segment));
    const bytes = await bytesOf(segment?.slice(stored.offset, stored.offset + size));
    return bytes.length === size && checksum(bytes) === stored.checksum ? bytes : undefined;
  };
  return { path, kind: "file", executable, size, read };
}
