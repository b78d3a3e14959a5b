import { basename, isInside, parent, type VolumePath } from "../../core/path.ts";
import { named } from "./failures.ts";

/** The handles of a folder's directories. To ask for one costs as much as to read a small file, so each is asked for once. */
export interface Directories {
  at(path: VolumePath): Promise<FileSystemDirectoryHandle>;
  learn(path: VolumePath, handle: FileSystemDirectoryHandle): void;
  /** After it was moved or removed: a handle may be of the name, or of the thing. */
  forget(path: VolumePath): void;
}

export function createDirectories(root: VolumePath, folder: FileSystemDirectoryHandle): Directories {
  const known = new Map<VolumePath, FileSystemDirectoryHandle>([[root, folder]]);

  async function at(path: VolumePath): Promise<FileSystemDirectoryHandle> {
    const found = known.get(path);
    if (found) return found;
    const above = await at(parent(path));
    const handle = await named(path, above.getDirectoryHandle(basename(path)));
    known.set(path, handle);
    return handle;
  }

  return {
    at,
    learn: (path, handle) => void known.set(path, handle),
    forget(path) {
      if (!known.has(path)) return;
      for (const each of known.keys()) if (isInside(each, path)) known.delete(each);
    },
  };
}
