import { decode } from "../../core/text.ts";
import type { Container, ContainerTree } from "./container.ts";

/** A container's files, asked for and told in plain data, so that a worker can ask too. Paths are relative to its working directory, "" is it. */
export interface ContainerFiles {
  /** Everything in a directory; of excluded ones perhaps nothing. */
  tree(directory: string, exclude: readonly string[]): Promise<ContainerTree>;
  list(directory: string): Promise<readonly Listed[]>;
  read(path: string): Promise<Uint8Array>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  writeAll(files: readonly ContainerFile[]): Promise<void>;
  mkdir(path: string): Promise<void>;
  remove(path: string, isDirectory: boolean): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Resolves with what changed after the change of that number, as soon as something did. */
  changed(since: number): Promise<ContainerNews>;
}

/** What is neither a file nor a directory is "other": the client does not say more. */
export type Listed = readonly [name: string, kind: "file" | "directory" | "other"];

export type ContainerFile = readonly [path: string, bytes: Uint8Array];

export interface ContainerNews {
  /** Of the last change. */
  readonly number: number;
  /** "": it may be anything. */
  readonly paths: readonly string[];
}

/** With the function that listens for changes no longer. */
export function containerFiles(container: Container): ContainerFiles & { end(): void } {
  const { fs } = container;
  return {
    tree: (directory, exclude) => container.export(here(directory), { format: "json", excludes: exclude.map((name) => `**/${name}/**`) }),
    async list(directory) {
      const entries = await fs.readdir(here(directory), { withFileTypes: true });
      return entries.map((entry) => [entry.name, entry.isFile() ? "file" : entry.isDirectory() ? "directory" : "other"]);
    },
    read: (path) => fs.readFile(path),
    write: (path, bytes) => fs.writeFile(path, bytes),
    async writeAll(files) {
      const [single, many] = [files.filter(isLostInTrees), files.filter((file) => !isLostInTrees(file))];
      await container.mount(treeOf(many));
      for (const [path, bytes] of single) await fs.writeFile(path, bytes);
    },
    mkdir: (path) => fs.mkdir(path),
    remove: (path, isDirectory) => fs.rm(path, { recursive: isDirectory }),
    rename: (from, to) => fs.rename(from, to),
    ...listen(fs),
  };
}

function here(path: string): string {
  return path === "" ? "." : path;
}

/** The client makes a tree of its own out of objects for which this name is none. */
function isLostInTrees([path]: ContainerFile): boolean {
  return path.split("/").includes("__proto__");
}

function treeOf(files: readonly ContainerFile[]): ContainerTree {
  const top = emptyTree();
  for (const [path, contents] of files) {
    const names = path.split("/");
    const name = names.pop() as string;
    let tree = top;
    for (const above of names) {
      const node = (tree[above] ??= { directory: emptyTree() }) as { directory: ContainerTree };
      tree = node.directory;
    }
    tree[name] = { file: { contents } };
  }
  return top;
}

/** Without the names that every object has. */
function emptyTree(): ContainerTree {
  return Object.create(null) as ContainerTree;
}

/** Who asks late is told what changed meanwhile: each path's last change is kept, and its number. */
function listen(fs: Container["fs"]): Pick<ContainerFiles, "changed"> & { end(): void } {
  const last = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let number = 0;
  let watcher: { close(): void } | undefined;

  function hear(path: string): void {
    last.set(path, ++number);
    for (const wake of waiting.splice(0)) wake();
  }

  return {
    async changed(since) {
      watcher ??= fs.watch(".", { recursive: true }, (_, name) => hear(typeof name === "string" ? name : decode(name)));
      if (since === number) await new Promise<void>((resolve) => waiting.push(resolve));
      return { number, paths: [...last].filter(([, at]) => at > since).map(([path]) => path) };
    },
    end: () => watcher?.close(),
  };
}
