import { segmentHeaderBytes, segmentNumber, unpackManifest, type Manifest, type Position } from "./format.ts";
import { damaged } from "./replay.ts";

/** Which of a folder's files are the log, and where reading it begins. */
export interface Chain {
  /** 0: there is none yet. */
  readonly generation: number;
  /** Numbers, ascending; none: a new volume. */
  readonly segments: readonly number[];
  readonly replay: Position;
  /** Segments that no manifest needs any longer. */
  readonly strays: readonly number[];
}

/** `manifests`: what is in each of the two, perhaps nothing. Throws `unavailable` where a segment is missing, or the format is newer. */
export function chainOf(names: readonly string[], manifests: readonly Uint8Array[]): Chain {
  const present = names.flatMap((name) => segmentNumber(name) ?? []).toSorted((a, b) => a - b);
  const manifest = newest(manifests.flatMap((bytes) => unpackManifest(bytes) ?? []));
  if (!manifest) return { ...everything(present), generation: 0, strays: [] };
  const highest = Math.max(...manifest.segments);
  const segments = [...manifest.segments, ...present.filter((number) => number > highest)];
  requireAll(segments, present, highest);
  const strays = present.filter((number) => !segments.includes(number));
  return { generation: manifest.generation, segments, replay: manifest.replay, strays };
}

function newest(manifests: readonly Manifest[]): Manifest | undefined {
  return manifests.toSorted((a, b) => b.generation - a.generation)[0];
}

/** Before the first compaction there is no manifest, and nothing was ever left out. */
function everything(present: readonly number[]): Pick<Chain, "segments" | "replay"> {
  requireAll(present, present, 0);
  return { segments: present, replay: { segment: 1, offset: segmentHeaderBytes } };
}

/** Those above `highest` must follow it without a gap. */
function requireAll(segments: readonly number[], present: readonly number[], highest: number): void {
  const following = segments.filter((number) => number > highest);
  const expected = following.map((_, index) => highest + 1 + index);
  const missing = [...segments, ...expected].find((number) => !present.includes(number));
  if (missing !== undefined) throw damaged(`segment ${missing} is missing`);
}
