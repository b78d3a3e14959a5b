import fc from "fast-check";
import { isPortsideError } from "../../src/core/errors.ts";
import { join } from "../../src/core/path.ts";
import { encode } from "../../src/core/text.ts";
import { checksum } from "../../src/volumes/opfs/checksum.ts";
import type { Batch, Change, FileEntry, Volume } from "../../src/volumes/volume.ts";

/** One line for every entry below "/", everything that can be seen of it. A file that cannot be read shows why. */
export function linesOf(volume: Volume, path = "/"): readonly string[] {
  const entry = volume.entry(path);
  if (!entry) return [];
  const line = JSON.stringify([path, entry, entry.kind === "file" ? contentOf(volume, entry) : ""]);
  if (entry.kind !== "directory") return [line];
  return [line, ...volume.children(entry).flatMap(({ name }) => linesOf(volume, join(path, name)))];
}

function contentOf(volume: Volume, file: FileEntry): string {
  try {
    const bytes = volume.read(file) as Uint8Array;
    return bytes.length < 4_096 ? bytes.join(" ") : `checksum ${checksum(bytes)}`;
  } catch (error) {
    if (isPortsideError(error)) return error.code;
    throw error;
  }
}

// Few names, so that changes meet.
const paths = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((names) => `/workspace/${names.join("/")}`);
const bytes = fc.oneof(
  fc.string({ maxLength: 3 }).map(encode),
  fc.integer({ min: 1, max: 2_000 }).map((length) => new Uint8Array(length).fill(length % 251)),
);

const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant("put" as const), path: paths, bytes }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("mkdir" as const), path: paths }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("symlink" as const), path: paths, target: paths }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("mode" as const), path: paths, executable: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("rename" as const), from: paths, to: paths }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("remove" as const), path: paths }) },
);

/** Small batches of any changes, possible or not. */
export const batches: fc.Arbitrary<Batch> = fc
  .tuple(fc.array(changes, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 9 }))
  .map(([made, call]) => ({ changes: made, origin: { by: "tool", callId: `call-${call}` } }));

/** The receipt, or the code of the refusal. */
export async function outcomeOf(volume: Volume, batch: Batch): Promise<unknown> {
  try {
    return await volume.commit(batch);
  } catch (error) {
    if (isPortsideError(error)) return error.code;
    throw error;
  }
}
