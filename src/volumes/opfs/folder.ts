import type { BlockFile, Folder } from "./block-file.ts";
import { directoryName, openHome, requireSyncFiles, unavailable } from "./home.ts";
import { patiently, pause } from "./patience.ts";
import { made, passTornNames } from "./torn-names.ts";
import { clearVoid } from "./voids.ts";

/** What TypeScript's library has only for workers. */
interface SyncAccessHandle {
  getSize(): number;
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
interface SyncFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncAccessHandle>;
}

/** A browser that was asked for too much at once never answers. */
const openMilliseconds = 10_000;

/**
 * The directory of one volume, made when it is missing, for whoever holds the volume's lock. What an interrupted copy or removal left there goes
 * first. Throws `unavailable` where there can be none, saying why.
 */
export async function openOpfsFolder(volume: string): Promise<Folder> {
  requireSyncFiles();
  const home = await openHome();
  const place = directoryName(volume);
  await clearVoid(home, place);
  const directory = await made((options) => home.getDirectoryHandle(place, options));
  return {
    async names() {
      const names: string[] = [];
      for await (const name of directory.keys()) names.push(name);
      return names;
    },
    async open(name) {
      const handle = await made((options) => directory.getFileHandle(name, options));
      return blockFile(await openAccess(handle, volume));
    },
    async remove(name) {
      await passTornNames();
      await directory.removeEntry(name);
    },
  };
}

async function openAccess(handle: FileSystemFileHandle, volume: string): Promise<SyncAccessHandle> {
  return patiently(volume, () => withinTime((handle as SyncFileHandle).createSyncAccessHandle()));
}

function withinTime<T>(opening: Promise<T>): Promise<T> {
  const late = pause(openMilliseconds).then(() => {
    throw unavailable(`a file did not open within ${openMilliseconds} ms`, "close other pages of this site, or load this one again");
  });
  return Promise.race([opening, late]);
}

function blockFile(access: SyncAccessHandle): BlockFile {
  return {
    size: () => access.getSize(),
    read(at, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, access.getSize() - at)));
      const count = access.read(bytes, { at });
      return bytes.subarray(0, count);
    },
    write: (bytes, at) => access.write(bytes, { at }),
    truncate: (size) => access.truncate(size),
    flush: () => access.flush(),
    close: () => access.close(),
  };
}
