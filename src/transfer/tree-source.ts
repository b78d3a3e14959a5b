import { fail, isPortsideError } from "../core/errors.ts";
import { basename, join, type VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Entry, Volume } from "../volumes/volume.ts";
import type { Access } from "../workspace/access.ts";
import type { TransferEntry, TransferSource } from "./entry.ts";
import type { Tally } from "./read-items.ts";

/** What a transfer reads from: a volume, a workspace's `access`, or any other source. */
export type From = Volume | Access | TransferSource;

/** A place in a tree, or the whole of another source. A file comes alone, under its own name. */
export async function sourceOf(source: From, from: string | undefined, { context, tally }: FromOptions): Promise<TransferSource> {
  if (Symbol.asyncIterator in source) {
    if (from === undefined) return source;
    throw fail("invalid_arguments", { issues: [{ at: "from", problem: "conflict", expected: "a volume or a workspace" }] });
  }
  const tree = "locate" in source ? accessTree(source, context) : await volumeTree(source, from ?? "/", context);
  const path =
    "locate" in source ? (await source.locate(from ?? source.root, { for: "read", leaf: "follow" }, context)).path : (from ?? "/");
  const entry = await tree.visible(path);
  if (entry === undefined) throw fail("not_found", { path });
  if (entry.kind === "directory") return below({ tree, tally }, path, entry, "");
  return only(transferred({ tree, tally }, { path, entry, shown: basename(path) }));
}

export interface FromOptions {
  readonly context: CallContext;
  readonly tally: Tally;
}

interface Tree {
  readonly volume: Pick<Volume, "children" | "read">;
  /** What stands there, when it may be seen. */
  visible(path: VolumePath): Promise<Entry | undefined>;
}

/** Of a volume everything is seen but what belongs to Portside. */
async function volumeTree(volume: Volume, from: VolumePath, { signal }: CallContext): Promise<Tree> {
  await volume.refresh(from, signal);
  return { volume, visible: async (path) => (path === "/.portside" ? undefined : volume.entry(path)) };
}

/** A protected place is asked for, as for every other reader. */
function accessTree(access: Access, context: CallContext): Tree {
  return {
    volume: access.volume,
    async visible(path) {
      try {
        return (await access.locate(path, { for: "read", leaf: "keep" }, context)).entry;
      } catch (error) {
        if (isPortsideError(error, "not_found") || isPortsideError(error, "permission_denied")) return undefined;
        throw error;
      }
    },
  };
}

interface Walk {
  readonly tree: Tree;
  readonly tally: Tally;
}

interface Found {
  readonly path: VolumePath;
  readonly entry: Entry;
  /** Relative to where the transfer began. */
  readonly shown: string;
}

async function* below(
  { tree, tally }: Walk,
  path: VolumePath,
  directory: Extract<Entry, { kind: "directory" }>,
  shown: string,
): TransferSource {
  for (const { name } of tree.volume.children(directory)) {
    const at = join(path, name);
    const entry = await tree.visible(at);
    const found = entry && transferred({ tree, tally }, { path: at, entry, shown: shown === "" ? name : `${shown}/${name}` });
    if (found) yield found;
    else tally.skipped[entry ? "other" : "protected"]++;
  }
}

function transferred(walk: Walk, { path, entry, shown }: Found): TransferEntry | undefined {
  switch (entry.kind) {
    case "file":
      return { kind: "file", path: shown, bytes: contents(walk.tree, entry), executable: entry.executable };
    case "symlink":
      return { kind: "symlink", path: shown, target: entry.target };
    case "directory":
      return { kind: "directory", path: shown, entries: below(walk, path, entry, shown) };
    case "other":
      return undefined;
  }
}

async function* contents({ volume }: Tree, file: Extract<Entry, { kind: "file" }>): AsyncGenerator<Uint8Array> {
  yield await volume.read(file);
}

async function* only(entry: TransferEntry | undefined): TransferSource {
  if (entry) yield entry;
}
