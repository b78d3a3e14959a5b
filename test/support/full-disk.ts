import { isPortsideError } from "../../src/core/errors.ts";
import type { LogVolume } from "../../src/volumes/opfs/log-volume.ts";
import type { Batch, Change } from "../../src/volumes/volume.ts";
import { linesOf, outcomeOf } from "./volume-model.ts";

export interface FullDisk {
  /** Opens the volume, the same one every time. */
  open(): Promise<LogVolume>;
  readonly fileBytes: number;
  /** How often it is filled and cleared. */
  readonly rounds: number;
}

/** Works on a volume for which there is little room, and answers with what was wrong; `full` counts the refusals. */
export async function workOnFullDisk({
  open,
  fileBytes,
  rounds,
}: FullDisk): Promise<{ readonly faults: readonly string[]; readonly full: number }> {
  const faults: string[] = [];
  const held: string[] = [];
  let full = 0;
  let made = 0;

  async function attempt(volume: LogVolume, changes: readonly Change[], mustWork: string | undefined): Promise<boolean> {
    const before = shown(volume);
    const outcome = await outcomeOf(volume, batchOf(changes));
    if (typeof outcome !== "string") return true;
    full += 1;
    if (outcome !== "no_space") faults.push(`refused as ${outcome}`);
    if (shown(volume) !== before) faults.push("refused, and changed something");
    if (mustWork !== undefined) faults.push(`${mustWork}: ${outcome}`);
    return false;
  }

  async function write(volume: LogVolume, mustWork?: string): Promise<boolean> {
    const path = `/file-${made++}`;
    const isDone = await attempt(volume, [{ op: "put", path, bytes: new Uint8Array(fileBytes).fill(made) }], mustWork);
    if (isDone) held.push(path);
    return isDone;
  }

  /** What comes after a refusal has nothing to stand on. */
  async function tell(volume: LogVolume, story: Story): Promise<void> {
    for (const changes of story) if (!(await attempt(volume, changes, undefined))) return;
  }

  async function round(volume: LogVolume): Promise<void> {
    while (await write(volume));
    for (const path of held.slice(0, 3)) await attempt(volume, [{ op: "put", path, bytes: new Uint8Array(3 * fileBytes) }], undefined);
    for (const story of ofEveryKind(held[0], made++)) await tell(volume, story);
    const few = held.length < 8;
    for (const path of held.splice(0, held.length >> 1)) await attempt(volume, [{ op: "remove", path }], few ? undefined : "deleting");
    await volume.compact();
    for (let again = 0; again < 2 && !few; again++) await write(volume, "writing after deleting");
  }

  async function fill(first: LogVolume): Promise<void> {
    let volume = first;
    for (let turn = 0; turn < rounds; turn++) {
      await round(volume);
      const before = shown(volume);
      await volume.close();
      volume = await open();
      if (shown(volume) !== before) faults.push("another tree when it was opened again");
    }
    await volume.close();
  }

  const volume = await open().catch(roomless);
  if (volume) await fill(volume);
  return { faults: [...new Set(faults)], full };
}

/** Batches one after another. */
type Story = readonly (readonly Change[])[];

/** What else there is to do besides writing large files; `path` is one of those. */
function ofEveryKind(path: string | undefined, number: number): readonly Story[] {
  const [directory, link, bytes] = [`/directory-${number}`, `/link-${number}`, new Uint8Array(10)];
  const filled: readonly Change[] = ["a", "b"].map((name) => ({ op: "put", path: `${directory}/${name}`, bytes }));
  const moved = `${directory}-moved`;
  return [
    path === undefined ? [] : [[{ op: "mode", path, executable: true }]],
    [[{ op: "symlink", path: link, target: "file-0" }], [{ op: "remove", path: link }]],
    [
      [{ op: "mkdir", path: directory }, ...filled],
      [
        { op: "rename", from: directory, to: moved },
        { op: "remove", path: `${moved}/a` },
      ],
    ],
  ];
}

/** There is not even room for an empty volume. */
function roomless(error: unknown): undefined {
  if (!isPortsideError(error, "no_space")) throw error;
}

function batchOf(changes: readonly Change[]): Batch {
  return { changes, origin: { by: "host" } };
}

function shown(volume: LogVolume): string {
  return linesOf(volume).join("\n");
}
