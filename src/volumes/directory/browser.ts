/** What browsers have and TypeScript's library lacks. Each of it may be missing. */

export interface Permission {
  readonly mode: "read" | "readwrite";
}

export interface Permitted {
  queryPermission?(permission: Permission): Promise<PermissionState>;
  requestPermission?(permission: Permission): Promise<PermissionState>;
}

export interface Movable {
  /** Replaces a file that is there; in Firefox also a directory. */
  move?(directory: FileSystemDirectoryHandle, name: string): Promise<void>;
}

export interface ChangeRecord {
  readonly type: "appeared" | "disappeared" | "modified" | "moved" | "errored" | "unknown";
  readonly relativePathComponents: readonly string[];
  readonly relativePathMovedFrom?: readonly string[] | null;
}

interface Observer {
  observe(handle: FileSystemDirectoryHandle, options: { readonly recursive: boolean }): Promise<void>;
  disconnect(): void;
}

interface ObserverConstructor {
  new (callback: (records: readonly ChangeRecord[]) => void): Observer;
}

/** Chromium's alone. */
export const FileSystemObserver: ObserverConstructor | undefined = (globalThis as { FileSystemObserver?: ObserverConstructor })
  .FileSystemObserver;
