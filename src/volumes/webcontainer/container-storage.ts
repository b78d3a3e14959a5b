import { fail } from "../../core/errors.ts";
import { basename, join, parent, relativeTo, type VolumePath } from "../../core/path.ts";
import { encode } from "../../core/text.ts";
import { createExclusion } from "../outside/exclusion.ts";
import type { Sight, Storage } from "../outside/storage.ts";
import type { ContainerFiles, Listed } from "./container-files.ts";
import type { ContainerNode, ContainerTree } from "./container.ts";
import { codeOf, failureOf } from "./failures.ts";

export interface ContainerStorageOptions {
  readonly files: ContainerFiles;
  /** The directory of the volume that shows the container's working directory. */
  readonly root: VolumePath;
  readonly exclude: readonly string[];
}

/**
 * A container as a storage. The client tells neither size nor time of a file, so that only its bytes tell whether it is the same still: they are
 * all handed over.
 */
export function createContainerStorage({ files, root, exclude }: ContainerStorageOptions): Storage {
  const exclusion = createExclusion(exclude);
  const asked = new Map<VolumePath, Promise<ReadonlyMap<string, Listed[1]> | undefined>>();
  const inside = (path: VolumePath): string => relativeTo(path, root);

  async function told<T>(operation: string, path: VolumePath, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw failureOf(error, operation, path);
    }
  }

  /** Undefined when there is no directory. Whoever asks while the answer is on its way is told the same. */
  function list(directory: VolumePath): Promise<ReadonlyMap<string, Listed[1]> | undefined> {
    const answer = asked.get(directory) ?? listNow(directory).finally(() => asked.delete(directory));
    asked.set(directory, answer);
    return answer;
  }

  async function listNow(directory: VolumePath): Promise<ReadonlyMap<string, Listed[1]> | undefined> {
    return unlessGone(async () => new Map(await files.list(inside(directory))));
  }

  async function names(directory: VolumePath): Promise<readonly string[] | undefined> {
    const children = await list(directory);
    return children && [...children.keys()];
  }

  async function look(path: VolumePath): Promise<Sight | undefined> {
    if (path === root) return { kind: "directory" };
    const kind = (await list(parent(path)))?.get(basename(path));
    if (kind === "directory") return { kind: exclusion.has(path) ? "other" : kind };
    if (kind === "file") return unlessGone(async () => ({ kind, content: await files.read(inside(path)) }));
    return kind && { kind };
  }

  async function scan(path: VolumePath): Promise<Sight | undefined> {
    const sight = await look(path);
    if (sight?.kind !== "directory") return sight;
    return unlessGone(async () => sightOfTree(path, await files.tree(inside(path), exclude)));
  }

  function sightOfTree(path: VolumePath, tree: ContainerTree): Sight {
    const children = Object.entries(tree).map(([name, node]) => [name, sightOf(join(path, name), node)] as const);
    return { kind: "directory", children: new Map(children) };
  }

  function sightOf(path: VolumePath, node: ContainerNode): Sight {
    if ("directory" in node) return exclusion.has(path) ? { kind: "other" } : sightOfTree(path, node.directory);
    if ("symlink" in node.file) return { kind: "other" };
    const { contents } = node.file;
    return { kind: "file", content: typeof contents === "string" ? encode(contents) : contents };
  }

  async function remove(path: VolumePath): Promise<void> {
    const children = (await look(path))?.kind === "directory" ? await list(path) : undefined;
    // A directory can only be removed with all that is in it.
    if (children && children.size > 0) throw fail("not_empty", { path, entries: children.size });
    await files.remove(inside(path), children !== undefined);
  }

  async function watch(changed: (path: VolumePath | undefined) => void): Promise<() => void> {
    let isOver = false;
    let { number } = await files.changed(-1);

    async function follow(): Promise<void> {
      while (!isOver) {
        const news = await files.changed(number);
        if (isOver) return;
        number = news.number;
        for (const path of news.paths) changed(path === "" ? undefined : join(root, path));
      }
    }

    follow().catch(() => changed(undefined)); // the next one that asks is told why
    return () => (isOver = true);
  }

  return {
    ready: async () => {},
    look: (path) => told("look", path, () => look(path)),
    scan: (path) => told("scan", path, () => scan(path)),
    names: (path) => told("list", path, () => names(path)),
    accepts: async () => {},
    read: async () => undefined,
    async put(path, bytes) {
      await told("write", path, () => files.write(inside(path), bytes));
      return new Uint8Array(bytes);
    },
    async putAll(all) {
      await told("write", root, () => files.writeAll(all.map(({ path, bytes }) => [inside(path), bytes])));
      return all.map(({ bytes }) => new Uint8Array(bytes));
    },
    async mkdir(path) {
      await told("mkdir", path, () => files.mkdir(inside(path)));
      exclusion.admit(path);
    },
    remove: (path) => told("delete", path, () => remove(path)),
    async move(from, to) {
      await told("move", from, () => files.rename(inside(from), inside(to)));
      exclusion.admit(to);
      return true;
    },
    watch: (changed) => told("watch", root, () => watch(changed)),
    close: async () => {},
  };
}

/** Undefined: it was removed meanwhile, or is something else. */
async function unlessGone<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
