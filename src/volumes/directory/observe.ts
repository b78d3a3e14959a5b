import { join, type VolumePath } from "../../core/path.ts";
import { FileSystemObserver, type ChangeRecord } from "./browser.ts";
import { isSwap, writesName } from "./reserved.ts";

/** Told of changes by the browser, where it can: see `Storage.watch`. */
export async function observe(
  folder: FileSystemDirectoryHandle,
  root: VolumePath,
  changed: (path: VolumePath | undefined) => void,
): Promise<(() => void) | undefined> {
  if (!FileSystemObserver) return undefined;
  const observer = new FileSystemObserver((records) => {
    for (const record of records) hear(record);
  });

  function hear({ type, relativePathComponents, relativePathMovedFrom }: ChangeRecord): void {
    // It ended, or missed something.
    if (type === "errored" || type === "unknown") {
      observer.disconnect();
      changed(undefined);
      return;
    }
    for (const names of [relativePathMovedFrom ?? [], relativePathComponents])
      if (names.length > 0 && names[0] !== writesName && !isSwap(names.at(-1) as string)) changed(names.reduce(join, root));
  }

  try {
    await observer.observe(folder, { recursive: true });
    return () => observer.disconnect();
  } catch {
    return undefined; // not of every folder
  }
}
