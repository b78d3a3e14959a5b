import { decode } from "../core/text.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { RequestPorts } from "../ports/ports.ts";
import type { WatchEvent, WatchRequest } from "../ports/watcher.ts";
import type { Capabilities } from "../volumes/volume.ts";
import { check, checkEqual } from "./check.ts";
import type { Case } from "./suite.ts";

/** An empty workspace, here or behind a MessagePort: what `createWorkspace` or `openWorkspace` resolves with. */
export interface PortSubject extends RequestPorts {
  readonly capabilities: Pick<Capabilities, "symlinks" | "modes">;
  /** Behind a MessagePort even the end of a watch comes later. */
  watch(request: WatchRequest, listener: (event: WatchEvent) => MaybePromise<void>): MaybePromise<() => void>;
  readonly fs: FileSystem;
  dispose(): Promise<void>;
}

/** A workspace, and short ways to fill it and to look at it. */
export interface PortFixture extends PortSubject {
  /** Files by path, with the directories they need; null is an empty directory. */
  seed(files: Readonly<Record<string, string | Uint8Array | null>>): Promise<void>;
  /** What a file holds, byte for byte as text. */
  text(path: string): Promise<string>;
  /** Every path of the tree with what is there: a file's text, null for a directory, a link's target after an arrow. */
  tree(): Promise<Readonly<Record<string, string | null>>>;
}

/** A case of a port: opened before, disposed of after. Where the workspace lacks what the case needs, it must say so when asked for it. */
export function portCase(
  name: string,
  body: (fixture: PortFixture) => Promise<void>,
  needs?: keyof PortSubject["capabilities"],
): Case<PortSubject> {
  return {
    name,
    async run(open) {
      const subject = await open();
      const fixture = createFixture(subject);
      try {
        if (needs === undefined || subject.capabilities[needs]) await body(fixture);
        else await lacking[needs](fixture);
      } finally {
        await subject.dispose();
      }
    },
  };
}

const lacking: Readonly<Record<keyof PortSubject["capabilities"], (fixture: PortFixture) => Promise<void>>> = {
  async symlinks({ fs, tree }) {
    checkEqual(await codeOf(() => fs.symlink("target", "link")), "ENOTSUP", "code of symlink");
    checkEqual(await tree(), {}, "the tree");
  },
  async modes({ fs, seed }) {
    await seed({ file: "" });
    checkEqual(await codeOf(() => fs.chmod("file", 0o755)), "ENOTSUP", "code of chmod");
    checkEqual((await fs.stat("file")).mode & 0o111, 0, "the executable bits");
  },
};

/** The `code` that the call of a file system rejects with. */
export async function codeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
  return "none: it did not fail";
}

function createFixture(subject: PortSubject): PortFixture {
  const { fs } = subject;

  async function add(path: string, content: string | Uint8Array | null): Promise<void> {
    if (content === null) await fs.mkdir(path, { recursive: true });
    else {
      const directory = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      if (directory !== "") await fs.mkdir(directory, { recursive: true });
      await fs.writeFile(path, content);
    }
  }

  async function collect(directory: string, into: Record<string, string | null>): Promise<void> {
    for (const entry of await fs.readdir(directory, { withFileTypes: true })) {
      const path = directory === "." ? entry.name : `${directory}/${entry.name}`;
      if (entry.isSymbolicLink()) into[path] = `→ ${await fs.readlink(path)}`;
      else into[path] = entry.isFile() ? await text(path) : null;
      if (entry.isDirectory()) await collect(path, into);
    }
  }

  const text = async (path: string): Promise<string> => decode(await fs.readFile(path));

  return {
    ...subject,
    text,
    async seed(files) {
      for (const [path, content] of Object.entries(files)) await add(path, content);
    },
    async tree() {
      const found: Record<string, string | null> = {};
      await collect(".", found);
      return found;
    },
  };
}

/** Nothing was left out. */
export const nothingSkipped = { hidden: 0, ignored: 0, binary: 0, too_large: 0, read_error: 0, protected: 0 };

/** The whole tree must be as it was when the call fails. */
export async function checkUnchanged({ tree }: PortFixture, call: () => Promise<unknown>): Promise<void> {
  const before = await tree();
  await call();
  checkEqual(await tree(), before, "the tree");
}

/** Of a mutation: what was done, in short. */
export function opsOf({ effects }: { readonly effects: readonly { readonly op: string; readonly path: string }[] }): readonly string[] {
  check(Array.isArray(effects), "effects are a list");
  return effects.map(({ op, path }) => `${op} ${path}`);
}
