import { volumeName } from "./home.ts";
import { made, passTornNames } from "./torn-names.ts";
import { patiently } from "./patience.ts";

/**
 * A browser cannot move a directory, nor remove or copy one at once. While a file named like the directory and ".void" stands beside it, what is
 * in it does not count: it is a copy that is not all there yet, or what is to be removed. Making, moving and removing that file happen at once.
 * All this is for whoever holds the volume's lock.
 */
const suffix = ".void";

type Home = FileSystemDirectoryHandle;

export async function exists(find: () => Promise<unknown>): Promise<boolean> {
  try {
    await find();
    return true;
  } catch (error) {
    if ((error as Error).name === "NotFoundError") return false;
    throw error;
  }
}

export async function makeVoid(home: Home, directory: string): Promise<void> {
  await made((options) => home.getFileHandle(directory + suffix, options));
}

/** From now on it counts. */
export async function makeValid(home: Home, directory: string): Promise<void> {
  await home.removeEntry(directory + suffix);
}

/** What TypeScript's library does not know. */
interface MovableFile extends FileSystemFileHandle {
  move(directory: Home, name: string): Promise<void>;
}

/** From now on `to` counts and `from` does not, at once. */
export async function passOn(home: Home, from: string, to: string): Promise<void> {
  const mark = (await home.getFileHandle(to + suffix)) as MovableFile;
  await mark.move(home, from + suffix);
}

/** Removes a directory that is void, if it is. */
export async function clearVoid(home: Home, directory: string): Promise<void> {
  if (!(await exists(() => home.getFileHandle(directory + suffix)))) return;
  await passTornNames();
  if (await exists(() => home.getDirectoryHandle(directory))) await removeAll(home, directory);
  await makeValid(home, directory);
}

export async function removeAll(home: Home, directory: string): Promise<void> {
  const files = await home.getDirectoryHandle(directory);
  const names: string[] = [];
  for await (const name of files.keys()) names.push(name);
  const workspace = volumeName(directory);
  for (const name of names) await patiently(workspace, () => files.removeEntry(name));
  await home.removeEntry(directory);
}

/** Directories that count, and those that do not. */
export async function surveyed(home: Home): Promise<{ readonly valid: readonly string[]; readonly voids: readonly string[] }> {
  const names: string[] = [];
  for await (const name of home.keys()) names.push(name);
  const voids = names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
  return { valid: names.filter((name) => !name.includes(".") && !voids.includes(name)), voids };
}
