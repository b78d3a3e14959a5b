import type { BlockFile, Folder } from "./block-file.ts";
import { reserveName } from "./format.ts";
import { writeAll } from "./write-all.ts";

/** A file of zeros, whose room is there when the disk is full. */
export interface Reserve {
  bytes(): number;
  /** Grows by up to `length` bytes towards `target`; false when there is no room for them. */
  grow(target: number, length: number): boolean;
  /** Gives all of its room away. */
  spend(): Promise<void>;
  close(): void;
}

export function createReserve(folder: Folder, opened: BlockFile): Reserve {
  let file = opened;
  return {
    bytes: () => file.size(),
    grow(target, length) {
      const size = file.size();
      const missing = Math.min(target - size, length);
      if (missing <= 0) return true;
      try {
        writeAll(file, new Uint8Array(missing), size);
        return true;
      } catch {
        file.truncate(size);
        return false;
      }
    },
    async spend() {
      file.truncate(0);
      // A browser gives room back when a file is closed.
      file.close();
      file = await folder.open(reserveName);
    },
    close: () => file.close(),
  };
}
