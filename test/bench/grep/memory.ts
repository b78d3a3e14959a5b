import { createMemoryVolume } from "../../../src/volumes/memory.ts";
import { createWorkspace, type Workspace } from "../../../src/workspace/index.ts";
import { heldBytes } from "../garbage.ts";
import type { Tree } from "./tree.ts";

const most = 1.25;

/** What a tree takes once every file of it was searched, and something found in most, beside its text: the texts that the cache keeps come on top. */
export async function measureMemory(tree: Tree): Promise<boolean> {
  const text = [...tree.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  const before = heldBytes();
  const workspace = await warmWorkspace(tree);
  const taken = heldBytes() - before;
  const cached = workspace.caches.used();
  const share = (taken - cached) / text;
  console.log(
    `memory of a warm tree: ${megabytes(taken)} for ${megabytes(text)} of text, of that ${megabytes(cached)} in the cache; ` +
      `without it ${share.toFixed(2)} times the text, at most ${most}: ${share <= most ? "kept" : "missed"}`,
  );
  await workspace.dispose();
  return share <= most;
}

async function warmWorkspace(tree: Tree): Promise<Workspace> {
  const workspace = await createWorkspace(createMemoryVolume({ files: Object.fromEntries(tree) }));
  for (const pattern of ["return", "[a-z]{20,}"]) await workspace.grep({ pattern, limit: "none", maxBytes: "none" });
  return workspace;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
