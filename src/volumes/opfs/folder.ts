import { fail } from "../../core/errors.ts";
import { encode } from "../../core/text.ts";
import type { BlockFile, Folder } from "./block-file.ts";

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

/** All volumes are below this directory of the origin's private file system. */
const home = "portside";

/** How long a file that another page has just let go of may still be in its way, and how often one looks. */
const attempts = 20;
const pauseMilliseconds = 50;
/** A browser that was asked for too much at once never answers. */
const openMilliseconds = 10_000;

/** The directory of one volume, made when it is missing. Throws `unavailable` where there can be none, saying why. */
export async function openOpfsFolder(volume: string): Promise<Folder> {
  requireOpfs();
  const directory = await directoryOf(volume);
  return {
    async names() {
      const names: string[] = [];
      for await (const name of directory.keys()) names.push(name);
      return names;
    },
    async open(name) {
      const handle = await directory.getFileHandle(name, { create: true });
      return blockFile(await openAccess(handle, volume));
    },
    remove: (name) => directory.removeEntry(name),
  };
}

/** A name may be anything, a directory's may not; and some disks do not tell capital letters from small ones. */
export function directoryName(volume: string): string {
  const plain = /[a-z0-9_-]/;
  const escaped = Array.from(encode(volume), (byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
  });
  return escaped.join("");
}

async function directoryOf(volume: string): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory();
    const all = await root.getDirectoryHandle(home, { create: true });
    return await all.getDirectoryHandle(directoryName(volume), { create: true });
  } catch (error) {
    throw unavailable(String(error), blockedRemedy);
  }
}

const blockedRemedy = 'allow this site to store data (a private window may not), or open { kind: "memory" }';

function requireOpfs(): void {
  if (!globalThis.isSecureContext) throw unavailable("the page is not secure", "serve it over https or from localhost");
  // A browser without it, and a page that may not have it, have the one and the other missing.
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined;
  if (typeof storage?.getDirectory !== "function") throw unavailable("the browser has no private file system here", blockedRemedy);
  if (!("createSyncAccessHandle" in FileSystemFileHandle.prototype))
    throw unavailable("its files can only be opened in a dedicated worker", "open the volume in a worker that calls serve()");
}

function unavailable(reason: string, remedy: string): Error {
  return fail("unavailable", { what: "opfs", reason, remedy });
}

async function openAccess(handle: FileSystemFileHandle, volume: string): Promise<SyncAccessHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withinTime((handle as SyncFileHandle).createSyncAccessHandle());
    } catch (error) {
      if ((error as Error).name !== "NoModificationAllowedError") throw error;
      if (attempt === attempts) throw fail("workspace_busy", { workspace: volume });
      await pause(pauseMilliseconds);
    }
  }
}

function withinTime<T>(opening: Promise<T>): Promise<T> {
  const late = pause(openMilliseconds).then(() => {
    throw unavailable(`a file did not open within ${openMilliseconds} ms`, "close other pages of this site, or load this one again");
  });
  return Promise.race([opening, late]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
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
