import { toErrorData, type PortsideError } from "../../../src/core/errors.ts";
import { decode, encode } from "../../../src/core/text.ts";
import { openDirectoryVolume } from "../../../src/volumes/directory/index.ts";
import type { FileEntry, Volume } from "../../../src/volumes/volume.ts";

/** What the test asks of the folder that was dropped on the page. */
export interface Dropped {
  paths(): string[];
  read(path: string): Promise<string>;
  /** The code of the failure, and its details. */
  failureOf(path: string, text: string): Promise<unknown>;
  /** Resolves when somebody else has made the path what it should be: a file of that size. */
  untilSize(path: string, size: number): Promise<void>;
}

function below(volume: Volume, path: string): string[] {
  const entry = volume.entry(path);
  if (entry?.kind !== "directory") return [path];
  return [path, ...volume.children(entry).flatMap(({ name }) => below(volume, `${path}/${name}`))];
}

function dropped(volume: Volume): Dropped {
  const sizeOf = (path: string): number | undefined => (volume.entry(path) as FileEntry | undefined)?.size;
  return {
    paths: () => below(volume, "/workspace"),
    read: async (path) => decode(await volume.read(volume.entry(path) as FileEntry)),
    async failureOf(path, text) {
      try {
        return await volume.commit({ changes: [{ op: "put", path, bytes: encode(text) }], origin: { by: "host" } });
      } catch (error) {
        return toErrorData(error as PortsideError);
      }
    },
    untilSize: (path, size) =>
      new Promise((resolve) => {
        const check = (): void => void (sizeOf(path) === size && resolve());
        volume.watch(check);
        check();
      }),
  };
}

async function open(transfer: DataTransfer): Promise<Dropped> {
  const [item] = transfer.items;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- not in TypeScript's library
  const handle = await (item as unknown as { getAsFileSystemHandle(): Promise<FileSystemDirectoryHandle> }).getAsFileSystemHandle();
  return dropped(await openDirectoryVolume({ handle }));
}

declare global {
  var folder: Promise<Dropped>;
}

globalThis.folder = new Promise((resolve) => {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    resolve(open(event.dataTransfer as DataTransfer));
  });
});
