import type { Player } from "./player.ts";

/** One thing that was dropped. What it is must be asked while the event lasts; the answer may come later. */
export type Dropped = Promise<FileSystemHandle | FileSystemEntry | File | null>;

/** Takes files and folders that are dropped on the page, wherever. */
export function listenForDrops(player: Player): void {
  document.addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const dropped = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file").map(droppedOf);
    void import("./panels/index.ts").then(({ importDropped }) => importDropped(player, dropped)).catch(player.fail);
  });
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

type Item = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** A handle where browsers have them, which the worker reads by itself; else an entry; what a script dropped is neither. */
async function droppedOf(item: Item): Dropped {
  const [file, entry, handle] = [item.getAsFile(), item.webkitGetAsEntry(), item.getAsFileSystemHandle?.()];
  return (await handle?.catch(() => null)) ?? entry ?? file;
}
