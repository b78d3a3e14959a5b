import type { CachingVolume, Volume } from "./volume.ts";

/** The volume with some members replaced. Every other call is handed on, so that a volume written as a class can be decorated too. */
export function decorate(volume: Volume | CachingVolume, members: Partial<Volume>): Volume {
  return {
    name: volume.name,
    capabilities: volume.capabilities,
    entry: (path) => volume.entry(path),
    children: (directory) => volume.children(directory),
    read: (file, start, end) => volume.read(file, start, end),
    refresh: (path, signal) => volume.refresh(path, signal),
    commit: (batch) => volume.commit(batch),
    committed: (callId) => volume.committed(callId),
    watch: (listener) => volume.watch(listener),
    close: () => volume.close(),
    ...("caches" in volume ? { caches: volume.caches } : {}),
    ...members,
  };
}
