import type { Stamp } from "../outside/storage.ts";
import { isGone } from "./failures.ts";

/** Creates or replaces a file in its place. The browser writes to a copy until it is closed; a new file is empty until then. */
export async function writeInPlace(directory: FileSystemDirectoryHandle, name: string, bytes: Uint8Array): Promise<Stamp> {
  const isNew = await isMissing(directory, name);
  const file = await directory.getFileHandle(name, { create: true });
  try {
    return await writeWhole(file, bytes);
  } catch (error) {
    if (isNew) await directory.removeEntry(name);
    throw error;
  }
}

async function isMissing(directory: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await directory.getFileHandle(name);
    return false;
  } catch (error) {
    if (isGone(error)) return true;
    throw error;
  }
}

/** All or nothing: what fails leaves the file as it was. */
export async function writeWhole(file: FileSystemFileHandle, bytes: Uint8Array): Promise<Stamp> {
  const writable = await file.createWritable();
  try {
    await writable.write(bytes as Uint8Array<ArrayBuffer>);
  } catch (error) {
    await writable.abort().catch(() => {}); // a stream that failed has ended already
    throw error;
  }
  await writable.close();
  return stampOf(await file.getFile());
}

export function stampOf({ size, lastModified }: File): Stamp {
  return { size, lastModified };
}
