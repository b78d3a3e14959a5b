import type { Code } from "../core/codes.ts";
import { fail, isPortsideError, type PortsideError } from "../core/errors.ts";
import { decode, encode } from "../core/text.ts";
import type { ChildFacts, Dirent, EntryFacts, FileOperations, FileSystem } from "../ports/file-system.ts";
import type { FileSystemCode, FileSystemError, Stats } from "../ports/file-system.ts";

/** Gives operations the shape of Node's `fs.promises`: its options, its `Stats` and `Dirent`, its errors. */
export function createFileSystem(operations: FileOperations): FileSystem {
  /** One call; `shown` are the paths that an error names. */
  async function run<T>(syscall: string, shown: readonly string[], call: () => Promise<T>): Promise<T> {
    try {
      for (const path of shown) requirePath(path);
      return await call();
    } catch (error) {
      throw isPortsideError(error) ? nodeError(error, syscall, shown) : error;
    }
  }

  async function readFile(path: string, options?: unknown): Promise<never> {
    return run("open", [path], async () => {
      const encoding = encodingOf(options);
      const { bytes } = await operations.readFile(path);
      return (encoding ? decode(bytes) : bytes) as never;
    });
  }

  async function readdir(path: string, options?: unknown): Promise<never> {
    return run("scandir", [path], async () => {
      const children = await operations.readdir(path);
      const typed = optionsOf(options)["withFileTypes"] === true;
      return children.map((child) => (typed ? direntOf(child, path) : child.name)) as never;
    });
  }

  function write(operation: "writeFile" | "appendFile"): FileSystem["writeFile"] {
    return (path, data, options) =>
      run("open", [path], () => {
        encodingOf(options);
        const { mode = 0o666, flag } = optionsOf(options);
        if (flag !== undefined && flag !== (operation === "writeFile" ? "w" : "a")) throw wrong("flag", flag);
        return operations[operation](path, bytesOf(data), isExecutable(mode as number));
      });
  }

  return {
    readFile,
    readdir,
    writeFile: write("writeFile"),
    appendFile: write("appendFile"),
    mkdir: (path, options) => run("mkdir", [path], () => operations.mkdir(path, optionsOf(options)["recursive"] === true)),
    rm: (path, { recursive = false, force = false } = {}) => run("rm", [path], () => operations.rm(path, { recursive, force })),
    rmdir: (path) => run("rmdir", [path], () => operations.rmdir(path)),
    unlink: (path) => run("unlink", [path], () => operations.unlink(path)),
    rename: (from, to) => run("rename", [from, to], () => operations.rename(from, to)),
    stat: async (path) => statsOf(await run("stat", [path], () => operations.stat(path))),
    lstat: async (path) => statsOf(await run("lstat", [path], () => operations.lstat(path))),
    readlink: (path) => run("readlink", [path], () => operations.readlink(path)),
    symlink: (target, path) => run("symlink", [target, path], () => operations.symlink(target, path)),
    chmod: (path, mode) => run("chmod", [path], () => operations.chmod(path, isExecutable(mode))),
    access: (path) => run("access", [path], () => operations.access(path)),
  };
}

function requirePath(path: unknown): void {
  if (typeof path !== "string") throw fail("invalid_arguments", { issues: [{ at: "path", problem: "type", expected: "string" }] });
}

function optionsOf(options: unknown): Readonly<Record<string, unknown>> {
  return typeof options === "object" && options !== null ? { ...options } : {};
}

/** True when text is asked for. Throws for an encoding that is not UTF-8: none is guessed. */
function encodingOf(options: unknown): boolean {
  const encoding = typeof options === "string" ? options : optionsOf(options)["encoding"];
  if (encoding === undefined || encoding === null || encoding === "buffer") return false;
  if (encoding === "utf8" || encoding === "utf-8") return true;
  throw wrong("encoding", encoding);
}

function wrong(at: string, received: unknown): PortsideError {
  const shown = typeof received === "string" ? received : typeof received;
  return fail("invalid_arguments", { issues: [{ at, problem: "not_one_of", received: shown }] });
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (typeof data !== "string")
    throw fail("invalid_arguments", { issues: [{ at: "data", problem: "type", expected: "string or Uint8Array" }] });
  if (!data.isWellFormed()) throw fail("invalid_arguments", { issues: [{ at: "data", problem: "not_well_formed" }] });
  return encode(data);
}

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0;
}

function kindTests(kind: ChildFacts["kind"]): Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink"> {
  return { isFile: () => kind === "file", isDirectory: () => kind === "directory", isSymbolicLink: () => kind === "symlink" };
}

function direntOf({ name, kind }: ChildFacts, parentPath: string): Dirent {
  return { name, parentPath, ...kindTests(kind) };
}

const kindBits = { file: 0o100644, directory: 0o40755, symlink: 0o120777, other: 0 };

function statsOf({ kind, id, size, executable, version = "" }: EntryFacts): Stats {
  const milliseconds = standIn(version) * 1000;
  return {
    size,
    mode: kindBits[kind] | (executable ? 0o111 : 0),
    ino: id,
    dev: 0,
    nlink: 1,
    uid: 0,
    gid: 0,
    atimeMs: milliseconds,
    mtimeMs: milliseconds,
    ctimeMs: milliseconds,
    birthtimeMs: 0,
    atime: new Date(milliseconds),
    mtime: new Date(milliseconds),
    ctime: new Date(milliseconds),
    birthtime: new Date(0),
    ...kindTests(kind),
  };
}

/**
 * Seconds that stand for a version (its FNV-1a hash; 0 for ""). git's index takes a file for unchanged when size, inode and times are the same,
 * so an edit that keeps the size must not keep the time.
 */
function standIn(version: string): number {
  if (version === "") return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < version.length; i++) hash = Math.imul(hash ^ version.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const messages: Readonly<Record<FileSystemCode, string>> = {
  EACCES: "permission denied",
  EBUSY: "resource busy or locked",
  EEXIST: "file already exists",
  EINVAL: "invalid argument",
  EIO: "i/o error",
  EISDIR: "illegal operation on a directory",
  ELOOP: "too many symbolic links encountered",
  ENOENT: "no such file or directory",
  ENOSPC: "no space left on device",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  ENOTSUP: "operation not supported",
};

const nodeCodes: { readonly [C in Code]?: FileSystemCode } = {
  already_exists: "EEXIST",
  invalid_arguments: "EINVAL",
  invalid_move: "EINVAL",
  is_a_directory: "EISDIR",
  no_space: "ENOSPC",
  not_a_directory: "ENOTDIR",
  not_empty: "ENOTEMPTY",
  not_found: "ENOENT",
  path_malformed: "EINVAL",
  path_not_allowed: "EACCES",
  permission_denied: "EACCES",
  stale_version: "EBUSY",
  workspace_busy: "EBUSY",
};

function nodeError(error: PortsideError, syscall: string, [path = "", dest]: readonly string[]): FileSystemError {
  const code = codeOf(error);
  const named = `'${path}'${dest === undefined ? "" : ` -> '${dest}'`}`;
  const made = new Error(`${code}: ${messages[code]}, ${syscall} ${named}`, { cause: error });
  return Object.assign(made, { code, syscall, path, ...(dest === undefined ? {} : { dest }) });
}

function codeOf(error: PortsideError): FileSystemCode {
  if (isPortsideError(error, "not_a_file")) return error.details.kind === "directory" ? "EISDIR" : "EINVAL";
  if (isPortsideError(error, "path_malformed") && error.details.reason === "link_cycle") return "ELOOP";
  // What a volume is not able to do; a workspace that is closed or lost has nothing to do with one path.
  if (isPortsideError(error, "unavailable") && error.details.reason === "volume") return "ENOTSUP";
  return nodeCodes[error.code] ?? "EIO";
}
