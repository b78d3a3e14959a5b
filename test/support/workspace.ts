import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Volume } from "../../src/volumes/volume.ts";
import { createWorkspace, type Workspace, type WorkspaceOptions } from "../../src/workspace/index.ts";

export type TestFiles = Readonly<Record<string, string | Uint8Array | null>>;

/** A workspace over memory with these files (null: an empty directory; names are below the root, or absolute) and links. */
export async function openWorkspace(
  files: TestFiles = {},
  options: WorkspaceOptions & { readonly links?: Readonly<Record<string, string>>; readonly wrap?: (volume: Volume) => Volume } = {},
): Promise<Workspace & { readonly volume: Volume }> {
  const { links = {}, wrap = (volume) => volume, ...settings } = options;
  const memory = createMemoryVolume({ files });
  const changes = Object.entries(links).map(([path, target]) => ({ op: "symlink", path: `/workspace/${path}`, target }) as const);
  await memory.commit({ changes, origin: { by: "host" } });
  const volume = wrap(memory);
  return { ...(await createWorkspace(volume, settings)), volume };
}

/** Every file below the root with its text, every empty directory as null, every link as `→ target`: for comparing whole trees. */
export function treeOf(volume: Volume, root = "/workspace"): Record<string, string | null> {
  const tree: Record<string, string | null> = {};
  const visit = (path: string): void => {
    const entry = volume.entry(path);
    if (entry?.kind === "file")
      tree[path.slice(root.length + 1)] = new TextDecoder("utf-8", { ignoreBOM: true }).decode(volume.read(entry) as Uint8Array);
    if (entry?.kind === "symlink") tree[path.slice(root.length + 1)] = `→ ${entry.target}`;
    if (entry?.kind !== "directory") return;
    const children = volume.children(entry);
    if (children.length === 0 && path !== root) tree[path.slice(root.length + 1)] = null;
    for (const { name } of children) visit(path === "/" ? `/${name}` : `${path}/${name}`);
  };
  visit(root);
  return tree;
}

/** The data of the PortsideError that a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<{
  readonly code: string;
  readonly status: string;
  readonly details: Record<string, unknown>;
  readonly effects: readonly unknown[];
}> {
  try {
    await call;
  } catch (error) {
    const { name, code, status, details, effects } = error as { name: string } & Awaited<ReturnType<typeof refusal>>;
    if (name === "PortsideError") return { code, status, details, effects };
    throw error;
  }
  throw new Error("the call was not refused");
}
