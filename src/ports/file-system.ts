/**
 * The host's own view of the files, in the shape of Node's `fs.promises`: what git, bundlers and editors written for Node ask for. Its
 * changes have the origin "host" and pass the same guards and the same queue as everybody's.
 *
 * Paths are literal: absolute, or relative to the workspace's root. Links are followed as POSIX does. There is no clock behind it: times are 0
 * for directories and links, and for a file a number that stands for its version, so that "has it changed?" is answered rightly and "when?" is
 * not. Rejects with `FileSystemError`.
 */
export interface FileSystem {
  readFile(path: string, options?: { readonly encoding?: null } | null): Promise<Uint8Array>;
  readFile(path: string, options: TextEncoding | { readonly encoding: TextEncoding }): Promise<string>;
  /** Replaces a file or makes one; its directory must exist. */
  writeFile(path: string, data: string | Uint8Array, options?: WriteFileOptions | TextEncoding | null): Promise<void>;
  appendFile(path: string, data: string | Uint8Array, options?: WriteFileOptions | TextEncoding | null): Promise<void>;
  /** In UTF-8 byte order of the names. */
  readdir(path: string, options?: { readonly withFileTypes?: false } | TextEncoding | null): Promise<string[]>;
  readdir(path: string, options: { readonly withFileTypes: true }): Promise<Dirent[]>;
  /** With `recursive`: makes what is missing, and resolves with the first directory that it made. */
  mkdir(path: string, options?: { readonly recursive?: boolean; readonly mode?: number } | number | null): Promise<string | undefined>;
  /** With `recursive`, all that is below goes in one batch. With `force`, nothing needs to be there. */
  rm(path: string, options?: { readonly recursive?: boolean; readonly force?: boolean }): Promise<void>;
  /** An empty directory. */
  rmdir(path: string): Promise<void>;
  /** A file or a link. */
  unlink(path: string): Promise<void>;
  /** Replaces a file by a file, and an empty directory by a directory, in one batch. */
  rename(from: string, to: string): Promise<void>;
  stat(path: string): Promise<Stats>;
  lstat(path: string): Promise<Stats>;
  readlink(path: string): Promise<string>;
  /** The target is stored as it is: absolute, or relative to the link's directory. */
  symlink(target: string, path: string): Promise<void>;
  /** Of the mode only "may somebody execute it" is kept, and only of files. */
  chmod(path: string, mode: number): Promise<void>;
  /** Resolves when something is there; a mode is not looked at. */
  access(path: string, mode?: number): Promise<void>;
}

export type TextEncoding = "utf8" | "utf-8";

export interface WriteFileOptions {
  readonly encoding?: TextEncoding | null;
  /** Of a file that is made by it. */
  readonly mode?: number;
}

export interface Dirent {
  readonly name: string;
  readonly parentPath: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export interface Stats {
  /** Bytes; of a link, of its target's text; 0 of a directory. */
  readonly size: number;
  /** The kind's bits, and 0o644 or 0o755 of a file. */
  readonly mode: number;
  /** Identity of the node while the workspace is open; it outlives a rename and a rewrite. */
  readonly ino: number;
  readonly dev: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  readonly atime: Date;
  readonly mtime: Date;
  readonly ctime: Date;
  readonly birthtime: Date;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export type FileSystemCode =
  | "EACCES"
  | "EBUSY"
  | "EEXIST"
  | "EINVAL"
  | "EIO"
  | "EISDIR"
  | "ELOOP"
  | "ENOENT"
  | "ENOSPC"
  | "ENOTDIR"
  | "ENOTEMPTY"
  | "ENOTSUP";

/** As Node's: `ENOENT: no such file or directory, open 'a.txt'`. `cause` is the `PortsideError` behind it. */
export interface FileSystemError extends Error {
  readonly code: FileSystemCode;
  readonly syscall: string;
  readonly path: string;
  /** Of a rename or a link: the second path. */
  readonly dest?: string;
}

/** What a `FileSystem` is made of: plain data in and out, so that it crosses a MessagePort, and `PortsideError` for what fails. */
export interface FileOperations {
  /** A copy. */
  readFile(path: string): Promise<{ readonly bytes: Uint8Array }>;
  /** `executable` is of a file that is made by it. */
  writeFile(path: string, bytes: Uint8Array, executable: boolean): Promise<void>;
  appendFile(path: string, bytes: Uint8Array, executable: boolean): Promise<void>;
  readdir(path: string): Promise<readonly ChildFacts[]>;
  mkdir(path: string, recursive: boolean): Promise<string | undefined>;
  rm(path: string, options: { readonly recursive: boolean; readonly force: boolean }): Promise<void>;
  rmdir(path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  stat(path: string): Promise<EntryFacts>;
  lstat(path: string): Promise<EntryFacts>;
  readlink(path: string): Promise<string>;
  symlink(target: string, path: string): Promise<void>;
  chmod(path: string, executable: boolean): Promise<void>;
  access(path: string): Promise<void>;
}

export interface ChildFacts {
  readonly name: string;
  readonly kind: "file" | "directory" | "symlink" | "other";
}

export interface EntryFacts {
  readonly kind: ChildFacts["kind"];
  readonly id: number;
  /** Bytes. */
  readonly size: number;
  readonly executable: boolean;
  /** Of a file. */
  readonly version?: string;
}
