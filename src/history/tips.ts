import type { FileEntry, NodeId } from "../volumes/volume.ts";

/** What files hold now, where others may change them and their bytes of today could not be read any more. */
export interface Tips {
  set(file: FileEntry, bytes: Uint8Array): void;
  /** The bytes of that version, if they are known. */
  get(file: FileEntry): Uint8Array | undefined;
}

/** Keeps at most so many bytes; what was set first goes first. */
export function createTips(maxBytes: number): Tips {
  const tips = new Map<NodeId, { readonly version: string; readonly bytes: Uint8Array }>();
  let used = 0;

  function remove(id: NodeId): void {
    used -= tips.get(id)?.bytes.length ?? 0;
    tips.delete(id);
  }

  return {
    set({ id, version }, bytes) {
      remove(id);
      tips.set(id, { version, bytes });
      used += bytes.length;
      for (const oldest of tips.keys()) {
        if (used <= maxBytes) break;
        remove(oldest);
      }
    },
    get({ id, version }) {
      const tip = tips.get(id);
      return tip?.version === version ? tip.bytes : undefined;
    },
  };
}
