import type { Change, Entry, Volume } from "../../../src/volumes/volume.ts";

/** What no answer may hold: it stands in every file outside the root, and in the name of one. */
export const canary = "CANARY-7f3a";

export const root = "/workspace";

/** Places outside the root: some beside it with a name like its own, one in a parent's place, one by another case. */
export const outside = ["/outside", "/workspace-evil", "/Workspace", "/etc"] as const;

/** Files that nobody may change, and what each of them says. */
export const canaryText = `${canary}\nline two\n`;
export const outsideFiles: readonly string[] = [
  "/outside/secret.txt",
  "/outside/dir/deep.txt",
  `/outside/dir/${canary}.txt`,
  "/outside/é.txt",
  "/workspace-evil/secret.txt",
  "/Workspace/secret.txt",
  "/etc/passwd",
];

const insideFiles = ["a.txt", "dir/b.txt", "dir/sub/c.txt", "guarded/g.txt", "é.txt", "home/h.txt", "sp ace/s.txt", "@scope/x.ts"];

const links: readonly (readonly [path: string, target: string])[] = [
  ["outward", "/outside"],
  ["outward-relative", "../outside"],
  ["secret-link", "/outside/secret.txt"],
  ["dir/up", "../.."],
  ["dir/out", "../../outside/dir"],
  ["top", "/"],
  ["evil", "/workspace-evil"],
  ["chain", "dir/chain"],
  ["dir/chain", "../outward"],
  ["dangling-out", "/outside/new.txt"],
  ["dangling-deep", "/outside/none/new.txt"],
  ["dangling", "none.txt"],
  ["loop-a", "loop-b"],
  ["loop-b", "loop-a"],
  ["self", "self"],
  ["round", "../workspace/dir"],
  ["inward", "dir"],
  ["/outside/back", "/workspace/dir"],
  ["/outside/further", "/etc"],
];

/** Fills a volume: files inside hold nothing to look for. */
export async function plant(volume: Volume): Promise<void> {
  const files = [
    ...outsideFiles.map((path) => ({ path, text: canaryText })),
    ...insideFiles.map((path) => ({ path: `${root}/${path}`, text: "inside\nline two\n" })),
  ];
  const made = new Set<string>();
  const directories = files.flatMap(({ path }) => parents(path)).filter((path) => !made.has(path) && made.add(path) && !volume.entry(path));
  const changes: Change[] = [
    ...directories.map((path) => ({ op: "mkdir", path }) as const),
    ...files.map(({ path, text }) => ({ op: "put", path, bytes: new TextEncoder().encode(text) }) as const),
    ...links.map(([path, target]) => ({ op: "symlink", path: path.startsWith("/") ? path : `${root}/${path}`, target }) as const),
  ];
  await volume.commit({ changes, origin: { by: "host" } });
}

function parents(path: string): string[] {
  const names = path.split("/").slice(1, -1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`);
}

/** What a workspace keeps beside its root for itself: it grows with every change. */
const own: ReadonlySet<string> = new Set(["/.portside", "/.portside/history"]);

/** Everything outside the root, as one text: entries with their identities and versions. */
export function snapshot(volume: Pick<Volume, "entry" | "children">): string {
  const lines: string[] = [];
  const visit = (path: string, entry: Entry): void => {
    if (path === root) return;
    if (path.startsWith("/.portside/history/")) return;
    if (!own.has(path)) lines.push(`${path} ${JSON.stringify(entry)}`);
    if (entry.kind !== "directory") return;
    for (const { name, entry: child } of volume.children(entry)) visit(path === "/" ? `/${name}` : `${path}/${name}`, child);
  };
  visit("/", volume.entry("/") as Entry);
  return lines.join("\n");
}
