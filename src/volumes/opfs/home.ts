import { fail, isPortsideError } from "../../core/errors.ts";
import type { ErrorDetails } from "../../core/errors.ts";
import { encode } from "../../core/text.ts";
import { made } from "./torn-names.ts";

/** All volumes are below this directory of the origin's private file system. */
const home = "portside";

/** Throws `unavailable` where there is no private file system, saying why. */
export async function openHome(): Promise<FileSystemDirectoryHandle> {
  if (!globalThis.isSecureContext) throw unavailable("the page is not secure", "serve it over https or from localhost");
  // A browser without it, and a page that may not have it, have the one and the other missing.
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined;
  if (typeof storage?.getDirectory !== "function") throw unavailable("the browser has no private file system here", blockedRemedy);
  try {
    const root = await storage.getDirectory();
    return await made((options) => root.getDirectoryHandle(home, options));
  } catch (error) {
    throw unavailable(String(error), blockedRemedy);
  }
}

/** Throws `unavailable` where its files cannot be opened the way that a log needs. */
export function requireSyncFiles(): void {
  if (globalThis.FileSystemFileHandle && !("createSyncAccessHandle" in FileSystemFileHandle.prototype))
    throw unavailable("its files can only be opened in a dedicated worker", "open the volume in a worker that calls serve()");
}

/** Why no volume can be opened here; undefined where one can. */
export async function whyUnreachable(): Promise<ErrorDetails["unavailable"] | undefined> {
  try {
    requireSyncFiles();
    await openHome();
    return undefined;
  } catch (error) {
    if (isPortsideError(error, "unavailable")) return error.details;
    throw error;
  }
}

export function unavailable(reason: string, remedy: string): Error {
  return fail("unavailable", { what: "opfs", reason, remedy });
}

const blockedRemedy = 'allow this site to store data (a private window may not), or open { kind: "memory" }';

/** A name may be anything, a directory's may not; and some disks do not tell capital letters from small ones. There is no dot in it. */
export function directoryName(volume: string): string {
  const plain = /[a-z0-9_-]/;
  const escaped = Array.from(encode(volume), (byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
  });
  return escaped.join("");
}

/** The volume of a directory. */
export function volumeName(directory: string): string {
  return decodeURIComponent(directory);
}
