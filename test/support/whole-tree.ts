import * as fc from "fast-check";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Change, Volume } from "../../src/volumes/volume.ts";

type Leaf = { readonly bytes: readonly number[]; readonly executable: boolean } | { readonly target: string } | "directory";

/** Everything below a directory, with bytes, modes, links and empty directories. */
export function wholeTree(volume: Volume, root: string): Map<string, Leaf> {
  const tree = new Map<string, Leaf>();
  const visit = (path: string): void => {
    const entry = volume.entry(path);
    const shown = path.slice(root.length + 1);
    if (entry?.kind === "file") tree.set(shown, { bytes: [...(volume.read(entry) as Uint8Array)], executable: entry.executable });
    if (entry?.kind === "symlink") tree.set(shown, { target: entry.target });
    if (entry?.kind !== "directory") return;
    if (path !== root) tree.set(shown, "directory");
    for (const { name } of volume.children(entry)) visit(`${path}/${name}`);
  };
  visit(root);
  return tree;
}

type Node =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly executable: boolean }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory"; readonly children: readonly Named[] };
interface Named {
  readonly name: string;
  readonly node: Node;
}

/** Names that trip those who build objects, sort by UTF-16 or think of Windows; no two are the same without case. */
const names = ["a", "B", "1", "10", "é", "～", "😀", "__proto__", "constructor", "x y", "-", "a\\b", "...", "C:", "a.b"];

/** A volume with some tree below /tree. */
export function trees(): fc.Arbitrary<Volume> {
  const { children } = fc.letrec<{ readonly node: Node; readonly children: readonly Named[] }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.record({ kind: fc.constant("file"), bytes: fc.uint8Array({ maxLength: 40 }), executable: fc.boolean() }),
      fc.record({ kind: fc.constant("file"), bytes: fc.string().map((text) => new TextEncoder().encode(text)), executable: fc.boolean() }),
      fc.record({ kind: fc.constant("link"), target: fc.constantFrom("a", "../B", "/tree/é", "none") }),
      fc.record({ kind: fc.constant("directory"), children: tie("children") }),
    ) as fc.Arbitrary<Node>,
    children: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), node: tie("node") }), {
      selector: ({ name }) => name,
      maxLength: 5,
    }),
  }));
  return children.map((found) => {
    const volume = createMemoryVolume();
    void volume.commit({ changes: [{ op: "mkdir", path: "/tree" }, ...changesOf("/tree", found)], origin: { by: "host" } });
    return volume;
  });
}

function changesOf(directory: string, children: readonly Named[]): Change[] {
  return children.flatMap(({ name, node }): Change[] => {
    const path = `${directory}/${name}`;
    if (node.kind === "file") return [{ op: "put", path, bytes: node.bytes, executable: node.executable }];
    if (node.kind === "link") return [{ op: "symlink", path, target: node.target }];
    return [{ op: "mkdir", path }, ...changesOf(path, node.children)];
  });
}
