import { isPortsideError } from "../../src/core/errors.ts";
import type { Change, Entry, FileEntry, Volume } from "../../src/volumes/volume.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/index.ts";

/**
 * A history that is the same wherever it is told: operation `k` depends on the seed, on `k` and on the files alone. So a volume in RAM, in Node,
 * knows what every state of the volume in the browser must be.
 */
export interface History {
  readonly volume: Volume;
  /** Does operation `k`, which may be refused: that too is the same everywhere. Its call id is `op-<k>`. */
  operate(k: number): Promise<void>;
}

const root = "/workspace";
const directories = 4;
const filesEach = 5;

/** Of what can be taken back, which is kept in files of the volume too: so little that the oldest is dropped all the time. */
const maxBytes = 4_000_000;

/** In a volume that lasts. */
export async function createHistory(volume: Volume, seed: number): Promise<History> {
  const workspace = await createWorkspace(volume, { history: { maxBytes } });
  return {
    volume,
    async operate(k) {
      try {
        await operation({ workspace, volume, k, random: createRandom(seed + k * 7_919) });
      } catch (error) {
        if (!isPortsideError(error) || unexpected.has(error.code)) throw error;
      }
    },
  };
}

/** A refusal that does not depend on the files alone. */
const unexpected: ReadonlySet<string> = new Set(["io_error", "no_space", "unavailable", "workspace_busy", "aborted", "invalid_arguments"]);

type Random = (below: number) => number;

interface Step {
  readonly workspace: Workspace;
  readonly volume: Volume;
  readonly k: number;
  readonly random: Random;
}

async function operation(step: Step): Promise<unknown> {
  const { workspace, k, random } = step;
  const context = { callId: `op-${k}` };
  const path = anyFile(random);
  switch (random(8)) {
    case 0:
    case 1:
    case 2:
      return workspace.write({ path, content: textOf(k, random) }, context);
    case 3:
      return workspace.edit({ path, edits: [{ oldString: "line 1 of", newString: `edited by ${k},` }] }, context);
    case 4:
      return patch(step);
    case 5:
      return workspace.remove({ path }, context);
    case 6:
      return workspace.move({ source: anyDirectory(random), destination: anyDirectory(random) }, context);
    default:
      return importFiles(step);
  }
}

/** Several files at once: the first lines of those that are there. */
async function patch({ workspace, volume, k, random }: Step): Promise<unknown> {
  const paths = [...new Set(Array.from({ length: 4 }, () => anyFile(random)))].filter((path) => volume.entry(`${root}/${path}`));
  const sections: string[] = [];
  for (const path of paths) {
    const { content } = await workspace.read({ path, limit: 1 });
    sections.push(`--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${content}\n+line 1 of a file that ${k} patched\n`);
  }
  return workspace.apply({ patch: sections.join("") }, { callId: `op-${k}` });
}

/** A directory of its own with many files, in one batch; the one made some time before goes. */
async function importFiles({ workspace, volume, k, random }: Step): Promise<unknown> {
  const [made, old] = [`${root}/import-${k % 4}`, volume.entry(`${root}/import-${k % 4}`)];
  const cleared: Change[] =
    old?.kind === "directory" ? volume.children(old).map(({ name }) => ({ op: "remove", path: `${made}/${name}` })) : [];
  const directory: Change[] = old ? [] : [{ op: "mkdir", path: made }];
  const files = Array.from({ length: 10 + random(20) }, (_, index): Change => {
    return { op: "put", path: `${made}/${index}`, bytes: new TextEncoder().encode(textOf(k + index, random)) };
  });
  const changes = [...cleared, ...directory, ...files];
  return workspace.access.change({ plan: () => ({ targets: [], changes, respond: () => ({}) }) }, { callId: `op-${k}` });
}

function anyDirectory(random: Random): string {
  return `directory-${random(directories)}`;
}

function anyFile(random: Random): string {
  return `${anyDirectory(random)}/file-${random(filesEach)}`;
}

/** Mostly small, sometimes large. */
function textOf(k: number, random: Random): string {
  const lines = random(12) === 0 ? 4_000 + random(12_000) : 1 + random(60);
  return Array.from({ length: lines }, (_, index) => `line ${index + 1} of ${k}\n`).join("");
}

/** A linear congruential generator: the same numbers everywhere. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  next();
  return (below) => Math.floor((next() / 2 ** 32) * below);
}

/** One line for every entry: all that can be seen of it, of contents a digest. */
export async function digestOf(volume: Volume): Promise<readonly string[]> {
  const lines: string[] = [];
  async function visit(path: string, entry: Entry): Promise<void> {
    const seen = entry.kind === "file" ? await contentDigest(volume, entry) : "";
    lines.push(`${path} ${JSON.stringify(entry)} ${seen}`);
    if (entry.kind !== "directory") return;
    for (const child of volume.children(entry)) await visit(`${path}/${child.name}`, child.entry);
  }
  await visit("", volume.entry("/") as Entry);
  return lines;
}

const knownDigests = new WeakMap<FileEntry, string>();

async function contentDigest(volume: Volume, file: FileEntry): Promise<string> {
  const digest = knownDigests.get(file) ?? (await makeDigest(volume, file));
  knownDigests.set(file, digest);
  return digest;
}

async function makeDigest(volume: Volume, file: FileEntry): Promise<string> {
  try {
    const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(await volume.read(file)));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch (error) {
    return `unreadable: ${String(error)}`;
  }
}
