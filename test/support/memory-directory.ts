/** What a folder's handle can be made to do. May be changed at any time. */
export interface DirectoryOptions {
  /** Files and directories in it: the bytes of a file as text, `null` for a directory. Names of `/`-separated paths. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Called before each step with its name and path; what it throws happens instead. */
  before?: (step: DirectoryStep, path: string) => void | Promise<void>;
  /** What can be moved: files, as Chromium does; directories too, as Firefox does; nothing. */
  moves?: "files" | "all";
  /** Names are the same but for capital letters. */
  foldsCase?: boolean;
  /** Bytes of all files. */
  quota?: number;
  permission?: PermissionState;
  /** Milliseconds; where it stands still, so do the times of files. Absent: it goes on by one with each write. */
  now?: number;
}

export type DirectoryStep = "list" | "find" | "make" | "stat" | "open" | "write" | "close" | "read" | "remove" | "move";

export interface MemoryDirectory {
  readonly handle: FileSystemDirectoryHandle;
  readonly options: DirectoryOptions;
  /** As another program does it: no step is counted, nothing is refused. Parents are made, `null` removes. */
  set(path: string, text: string | null): void;
  /** All that is there, as `files` has it. */
  files(): Record<string, string | null>;
}

interface FileNode {
  readonly kind: "file";
  bytes: Uint8Array<ArrayBuffer>;
  lastModified: number;
}
interface DirectoryNode {
  readonly kind: "directory";
  readonly children: Map<string, Node>;
}
type Node = FileNode | DirectoryNode;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A folder in RAM behind a handle as browsers give them, which fails as it is told to. Handles are of names, as in Chromium. */
export function createMemoryDirectory(options: DirectoryOptions = {}): MemoryDirectory {
  const top: DirectoryNode = { kind: "directory", children: new Map() };
  let clock = 1_000;

  const now = (): number => options.now ?? ++clock;
  const step = async (name: DirectoryStep, path: string): Promise<void> => {
    await Promise.resolve();
    await options.before?.(name, path);
    if (options.permission !== undefined && options.permission !== "granted") throw failure("NotAllowedError");
  };

  function childOf({ children }: DirectoryNode, name: string): { readonly name: string; readonly node: Node } | undefined {
    for (const [stored, node] of children)
      if (stored === name || (options.foldsCase && stored.toLowerCase() === name.toLowerCase())) return { name: stored, node };
    return undefined;
  }

  function nodeAt(path: string): Node | undefined {
    let node: Node | undefined = top;
    for (const name of namesOf(path)) node = node?.kind === "directory" ? childOf(node, name)?.node : undefined;
    return node;
  }

  function directoryAt(path: string): DirectoryNode {
    const node = nodeAt(path);
    if (!node) throw failure("NotFoundError");
    if (node.kind !== "directory") throw failure("TypeMismatchError");
    return node;
  }

  function fileAt(path: string): FileNode {
    const node = nodeAt(path);
    if (!node) throw failure("NotFoundError");
    if (node.kind !== "file") throw failure("TypeMismatchError");
    return node;
  }

  function used(node: Node = top): number {
    return node.kind === "file" ? node.bytes.length : [...node.children.values()].reduce((sum, child) => sum + used(child), 0);
  }

  function put(path: string, bytes: Uint8Array<ArrayBuffer>): void {
    const directory = directoryAt(parentOf(path));
    const name = nameOf(path);
    directory.children.set(childOf(directory, name)?.name ?? name, { kind: "file", bytes, lastModified: now() });
  }

  function find(path: string, kind: Node["kind"], create: boolean): void {
    refuseName(nameOf(path));
    const directory = directoryAt(parentOf(path));
    const found = childOf(directory, nameOf(path))?.node;
    if (found && found.kind !== kind) throw failure("TypeMismatchError");
    if (found) return;
    if (!create) throw failure("NotFoundError");
    if (used() >= (options.quota ?? Infinity)) throw failure("QuotaExceededError");
    if (kind === "file") put(path, new Uint8Array(0));
    else directory.children.set(nameOf(path), { kind, children: new Map() });
  }

  async function handleTo(path: string, kind: Node["kind"], create = false): Promise<FileSystemHandle> {
    await step(create && !nodeAt(path) ? "make" : "find", path);
    find(path, kind, create);
    return kind === "file" ? fileHandle(path) : directoryHandle(path);
  }

  async function move(from: string, directory: string, name: string): Promise<void> {
    await step("move", from);
    const target = directoryAt(directory);
    if (nodeAt(joined(directory, name))?.kind === "directory") throw failure("InvalidModificationError");
    const source = directoryAt(parentOf(from));
    const moved = childOf(source, nameOf(from));
    if (!moved) throw failure("NotFoundError");
    source.children.delete(moved.name);
    target.children.set(name, moved.node);
  }

  function movable(path: string, kind: Node["kind"]): object {
    const canMove = options.moves === "all" || (options.moves === "files" && kind === "file");
    return canMove ? { move: (directory: { readonly path: string }, name: string) => move(path, directory.path, name) } : {};
  }

  async function getFile(path: string): Promise<File> {
    await step("stat", path);
    const { bytes, lastModified } = fileAt(path);
    const file = new File([bytes], nameOf(path), { lastModified });
    const slice = (start?: number, end?: number): Partial<Blob> => ({
      async arrayBuffer() {
        await step("read", path);
        return bytes.slice(start, end).buffer;
      },
    });
    return Object.assign(file, { slice });
  }

  async function createWritable(path: string): Promise<unknown> {
    await step("open", path);
    fileAt(path);
    let written = new Uint8Array(0);
    return {
      async write(bytes: Uint8Array<ArrayBuffer>) {
        await step("write", path);
        if (used() + bytes.length > (options.quota ?? Infinity)) throw failure("QuotaExceededError");
        written = bytes.slice();
      },
      async close() {
        await step("close", path);
        put(path, written);
      },
      abort: () => Promise.resolve(),
    };
  }

  function fileHandle(path: string): FileSystemHandle {
    return {
      kind: "file",
      name: nameOf(path),
      path,
      getFile: () => getFile(path),
      createWritable: () => createWritable(path),
      ...movable(path, "file"),
    } as object as FileSystemHandle;
  }

  async function* values(path: string): AsyncGenerator<FileSystemHandle> {
    await step("list", path);
    // In no order that means anything.
    for (const [name, { kind }] of [...directoryAt(path).children].toReversed())
      yield kind === "file" ? fileHandle(joined(path, name)) : directoryHandle(joined(path, name));
  }

  async function* keys(path: string): AsyncGenerator<string> {
    for await (const { name } of values(path)) yield name;
  }

  async function removeEntry(path: string): Promise<void> {
    await step("remove", path);
    const directory = directoryAt(parentOf(path));
    const found = childOf(directory, nameOf(path));
    if (!found) throw failure("NotFoundError");
    if (found.node.kind === "directory" && found.node.children.size > 0) throw failure("InvalidModificationError");
    directory.children.delete(found.name);
  }

  function directoryHandle(path: string): FileSystemDirectoryHandle {
    return {
      kind: "directory",
      name: path === "" ? "folder" : nameOf(path),
      path,
      values: () => values(path),
      keys: () => keys(path),
      getFileHandle: (name: string, { create = false } = {}) => handleTo(joined(path, name), "file", create),
      getDirectoryHandle: (name: string, { create = false } = {}) => handleTo(joined(path, name), "directory", create),
      removeEntry: (name: string) => removeEntry(joined(path, name)),
      queryPermission: () => Promise.resolve(options.permission ?? "granted"),
      requestPermission: () => Promise.resolve((options.permission = "granted")),
      ...movable(path, "directory"),
    } as object as FileSystemDirectoryHandle;
  }

  function makeDirectories(path: string): DirectoryNode {
    let node = top;
    for (const name of namesOf(path)) {
      const next = node.children.get(name) ?? { kind: "directory", children: new Map() };
      node.children.set(name, next);
      node = next as DirectoryNode;
    }
    return node;
  }

  function set(path: string, text: string | null): void {
    const directory = makeDirectories(parentOf(path));
    if (text === null) directory.children.delete(nameOf(path));
    else put(path, encoder.encode(text));
  }

  function list(node: DirectoryNode, prefix: string): [string, string | null][] {
    return [...node.children].flatMap(([name, child]): [string, string | null][] => {
      const path = joined(prefix, name);
      if (child.kind === "file") return [[path, decoder.decode(child.bytes)]];
      return child.children.size === 0 ? [[path, null]] : list(child, path);
    });
  }

  for (const [path, text] of Object.entries(options.files ?? {})) {
    if (text === null) makeDirectories(path);
    else set(path, text);
  }
  return { handle: directoryHandle(""), options, set, files: () => Object.fromEntries(list(top, "")) };
}

function failure(name: string): DOMException {
  return new DOMException(`injected ${name}`, name);
}

/** As a browser does on Windows. */
function refuseName(name: string): void {
  if (name === "" || name === "." || name === ".." || /[\\/:*?"<>|]/.test(name)) throw new TypeError("Name is not allowed.");
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

function joined(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
