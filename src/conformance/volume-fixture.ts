import type { Origin } from "../core/effects.ts";
import { defaultRoot, join } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { decode, encode } from "../core/text.ts";
import type { Change, DirectoryEntry, Entry, FileEntry, Receipt, Volume } from "../volumes/volume.ts";
import { check, checkEqual, checkFails } from "./check.ts";
import type { Case } from "./suite.ts";

/** A fresh volume and short ways to say what a case does with it. Paths are below the workspace's directory. */
export interface Fixture {
  readonly volume: Volume;
  at(path: string): VolumePath;
  commit(...changes: Change[]): Promise<Receipt>;
  commitAs(origin: Origin, ...changes: Change[]): Promise<Receipt>;
  entry(path: string): Entry | undefined;
  file(path: string): FileEntry;
  directory(path: string): DirectoryEntry;
  names(path: string): string[];
  text(path: string): Promise<string>;
  /** One line for every entry below "/": everything that can be seen of it. */
  snapshot(): Promise<readonly string[]>;
  /** The paths whose lines differ. */
  changedSince(snapshot: readonly string[]): Promise<string[]>;
}

/** A part of the contract that a volume may be without. */
export type Optional = "symlinks" | "modes";

/** A case of a volume: opened before, closed after. Where the volume lacks what the case needs, it must say so when asked for it. */
export function volumeCase(name: string, body: (fixture: Fixture) => Promise<void>, needs?: Optional): Case<Volume> {
  return {
    name,
    async run(open) {
      const volume = await open();
      const fixture = createFixture(volume);
      try {
        if (needs === undefined || volume.capabilities[needs]) await body(fixture);
        else await lacking[needs](fixture);
      } finally {
        await volume.close();
      }
    },
  };
}

const lacking: Readonly<Record<Optional, (fixture: Fixture) => Promise<void>>> = {
  async symlinks({ commit, entry }) {
    await checkFails(() => commit(symlink("link", "target")), "unavailable");
    checkEqual(entry("link"), undefined, "the link");
  },
  async modes({ commit, file }) {
    await commit(put("file", "", { executable: true }));
    checkEqual(file("file").executable, false, "executable");
    await checkFails(() => commit(mode("file", true)), "unavailable");
  },
};

function createFixture(volume: Volume): Fixture {
  const at = (path: string) => (path === "" ? defaultRoot : join(defaultRoot, path));
  const commitAs = async (origin: Origin, ...changes: Change[]) => volume.commit({ changes, origin });
  const entry = (path: string) => volume.entry(at(path));
  const snapshot = () => listBelow(volume, "/");

  function expectKind<K extends Entry["kind"]>(path: string, kind: K): Extract<Entry, { kind: K }> {
    const found = entry(path);
    check(found?.kind === kind, `expected a ${kind} at ${at(path)}, got ${found?.kind ?? "nothing"}`);
    return found as Extract<Entry, { kind: K }>;
  }

  return {
    volume,
    at,
    commitAs,
    commit: (...changes) => commitAs({ by: "host" }, ...changes),
    entry,
    file: (path) => expectKind(path, "file"),
    directory: (path) => expectKind(path, "directory"),
    names: (path) => volume.children(expectKind(path, "directory")).map(({ name }) => name),
    text: async (path) => decode(await volume.read(expectKind(path, "file"))),
    snapshot,
    changedSince: async (before) => differing(before, await snapshot()),
  };
}

/** Changes, with text for bytes and paths below the workspace's directory. */
export function put(path: string, text: string, options: { executable?: boolean; expect?: string } = {}): Change {
  return { op: "put", path: join(defaultRoot, path), bytes: encode(text), ...options };
}

export function mkdir(path: string): Change {
  return { op: "mkdir", path: join(defaultRoot, path) };
}

/** The target is stored as it is. */
export function symlink(path: string, target: string): Change {
  return { op: "symlink", path: join(defaultRoot, path), target };
}

export function mode(path: string, executable: boolean): Change {
  return { op: "mode", path: join(defaultRoot, path), executable };
}

export function rename(from: string, to: string): Change {
  return { op: "rename", from: join(defaultRoot, from), to: join(defaultRoot, to) };
}

export function remove(path: string, expect?: string | number): Change {
  return { op: "remove", path: join(defaultRoot, path), ...(expect !== undefined && { expect }) };
}

async function listBelow(volume: Volume, path: VolumePath): Promise<string[]> {
  const entry = volume.entry(path);
  if (!entry) return [];
  const content = entry.kind === "file" ? decode(await volume.read(entry)) : "";
  const lines = [JSON.stringify([path, entry, content])];
  if (entry.kind !== "directory") return lines;
  for (const { name } of volume.children(entry)) lines.push(...(await listBelow(volume, join(path, name))));
  return lines;
}

function differing(before: readonly string[], after: readonly string[]): string[] {
  const changed = [...before.filter((line) => !after.includes(line)), ...after.filter((line) => !before.includes(line))];
  return [...new Set(changed.map((line) => (JSON.parse(line) as [string])[0]))].sort();
}
