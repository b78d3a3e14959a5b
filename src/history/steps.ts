import { isPortsideError } from "../core/errors.ts";
import { allOf, chain, isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import { checksum } from "../volumes/opfs/checksum.ts";
import type { Change, Changed, Entry, State, Volume } from "../volumes/volume.ts";
import type { FileImage, Image, Kept, Step, StepReference } from "./record.ts";
import { spliceOf } from "./splice.ts";

/** Steps, and the pieces that their images name by index. */
export interface KeptSteps {
  readonly steps: readonly Step[];
  readonly pieces: readonly Uint8Array[];
}

export interface BatchToKeep {
  readonly changes: readonly Change[];
  /** From `checkBatch`. */
  readonly before: readonly State[];
  /** By the index of the change that makes a node: the step that it lives on from. */
  readonly restores: ReadonlyMap<number, StepReference>;
}

/** What a batch is about to do. Bytes that can no longer be read are lost to the history, not to the commit. */
export function keepBatch({ changes, before, restores }: BatchToKeep, volume: Pick<Volume, "read">): MaybePromise<KeptSteps> {
  const olds = changes.map((change, index) => (replacesBytes(change, before[index]?.entry) ? bytesOf(before[index], volume) : undefined));
  return chain(allOf(olds), (bytes) => {
    const pieces = createPieces();
    const steps = changes.map((change, index) => {
      const step = stepOf(change, before[index]?.entry, { bytes: bytes[index], pieces });
      const restored = restores.get(index);
      return restored ? { ...step, restores: restored } : step;
    });
    return { steps, pieces: pieces.all };
  });
}

/** What others did, told afterwards. Of what a file became only its bytes of today are known, and these may change again. */
export function keepChanged(changed: readonly Changed[], bytesBefore: (change: Changed) => Uint8Array | undefined): KeptSteps {
  const pieces = createPieces();
  const steps = changed.map((change): Step => {
    const { path, from, before, after } = change;
    const rewritten = before?.kind === "file" && (after?.kind !== "file" || after.version !== before.version);
    return {
      path,
      ...(from === undefined ? {} : { from }),
      ...(before && { before: rewritten ? withKept(before, pieces.keep(bytesBefore(change))) : imageOf(before) }),
      // Its version is what the next step finds, or what there is now.
      ...(after && { after: rewritten || !before ? withoutVersion(imageOf(after)) : imageOf(after) }),
    };
  });
  return { steps, pieces: pieces.all };
}

function replacesBytes(change: Change, entry: Entry | undefined): boolean {
  return entry?.kind === "file" && (change.op === "put" || change.op === "remove");
}

function bytesOf(state: State | undefined, volume: Pick<Volume, "read">): MaybePromise<Uint8Array | undefined> {
  if (state?.bytes || state?.entry?.kind !== "file") return state?.bytes;
  try {
    const read = volume.read(state.entry);
    return isPromise(read) ? read.catch(lostBytes) : read;
  } catch (error) {
    return lostBytes(error);
  }
}

function lostBytes(error: unknown): undefined {
  if (!isPortsideError(error)) throw error;
}

interface Surroundings {
  /** What the file held; undefined when that is lost. */
  readonly bytes: Uint8Array | undefined;
  readonly pieces: Pieces;
}

function stepOf(change: Change, was: Entry | undefined, { bytes, pieces }: Surroundings): Step {
  switch (change.op) {
    case "put":
      return putStep(change, was, { bytes, pieces });
    case "mkdir":
      return { path: change.path, after: { kind: "directory" } };
    case "symlink":
      return { path: change.path, after: { kind: "symlink", target: change.target } };
    case "mode":
      return modeStep(change, was);
    case "rename":
      return { path: change.to, from: change.from, ...(was && { before: imageOf(was), after: imageOf(was) }) };
    case "remove":
      return { path: change.path, ...(was && { before: was.kind === "file" ? withKept(was, pieces.keep(bytes)) : imageOf(was) }) };
  }
}

function putStep(
  { path, bytes: now, executable }: Extract<Change, { op: "put" }>,
  was: Entry | undefined,
  { bytes, pieces }: Surroundings,
): Step {
  const file = was?.kind === "file" ? was : undefined;
  const after: FileImage = { kind: "file", executable: executable ?? file?.executable ?? false, sum: checksum(now) };
  return { path, ...(file && { before: withKept(file, pieces.keep(bytes, now)) }), after };
}

function modeStep({ path, executable }: Extract<Change, { op: "mode" }>, was: Entry | undefined): Step {
  return { path, ...(was && { before: imageOf(was) }), after: { kind: "file", executable } };
}

function imageOf(entry: Entry): Image {
  switch (entry.kind) {
    case "file":
      return { kind: "file", executable: entry.executable, ...versionOf(entry.version) };
    case "symlink":
      return { kind: "symlink", target: entry.target };
    case "directory":
    case "other":
      return { kind: entry.kind };
  }
}

function withoutVersion(image: Image): Image {
  return image.kind === "file" ? { kind: "file", executable: image.executable } : image;
}

/** A file that the batch itself wrote has no version yet. */
function versionOf(version: string): Pick<FileImage, "version"> {
  return version === "" ? {} : { version };
}

function withKept(entry: Extract<Entry, { kind: "file" }>, kept: Kept | "lost"): FileImage {
  return { kind: "file", executable: entry.executable, ...versionOf(entry.version), kept };
}

interface Pieces {
  readonly all: Uint8Array[];
  /** Keeps bytes as a part of what comes after them, or all of them. */
  keep(bytes: Uint8Array | undefined, after?: Uint8Array): Kept | "lost";
}

const nothing = new Uint8Array(0);

function createPieces(): Pieces {
  const all: Uint8Array[] = [];
  return {
    all,
    keep(bytes, after = nothing) {
      if (!bytes) return "lost";
      const { start, end, middle } = spliceOf(bytes, after);
      return { start, end, piece: all.push(middle) - 1, sum: checksum(bytes) };
    },
  };
}
