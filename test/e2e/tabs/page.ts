import { isPortsideError, openWorkspace, workspaces } from "../../../src/index.ts";
import type { Note, OpenOptions, Persistence, RemoteWorkspace, ToolResult, Workspaces } from "../../../src/index.ts";

/** What a test does in a tab. Everything crosses as plain data. */
export interface Tab {
  open(name: string, options?: Partial<OpenOptions>): Promise<Failure | undefined>;
  call(tool: string, args: unknown, id?: string): Promise<ToolResult>;
  /** All at once; they are answered later. */
  begin(calls: readonly (readonly [tool: string, args: unknown])[]): void;
  answers(): Promise<readonly ToolResult[]>;
  /** Makes a folder with one file, and imports it. */
  importFolder(name: string, file: string): Promise<void>;
  importFiles(files: Readonly<Record<string, string>>): Promise<void>;
  /** Exports everything as a zip, and imports that. */
  importZipOfItself(to: string): Promise<void>;
  /** Undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  list(): Promise<readonly string[]>;
  /** Paths that a watch told of since it began, and "reset". */
  watched(): Promise<readonly string[]>;
  facts(): Promise<{ readonly persistence: Persistence; readonly notes: readonly Note[] }>;
  usage(): ReturnType<RemoteWorkspace["usage"]>;
  close(): Promise<void>;
  workspaces<Method extends keyof Workspaces>(
    method: Method,
    ...names: string[]
  ): Promise<Awaited<ReturnType<Workspaces[Method]>> | Failure>;
}

export interface Failure {
  readonly code: string;
  readonly details: unknown;
}

declare global {
  interface Window {
    tab: Tab;
  }
}

const worker = (): Worker => new Worker(new URL("../../../src/worker/index.ts", import.meta.url), { type: "module" });

let workspace: RemoteWorkspace;
let begun: Promise<ToolResult>[] = [];
const heard: string[] = [];

function failure(error: unknown): Failure {
  if (!isPortsideError(error)) throw error;
  return { code: error.code, details: error.details };
}

window.tab = {
  async open(name, options) {
    try {
      workspace = await openWorkspace({ volume: { kind: "opfs", name }, worker, ...options });
      await workspace.watch({}, (event) => {
        heard.push(...(event.type === "reset" ? ["reset"] : event.changes.map(({ path }) => path)));
      });
      return undefined;
    } catch (error) {
      return failure(error);
    }
  },
  call: (tool, args, id) => workspace.tools.call(tool, args, id === undefined ? {} : { id }),
  begin(calls) {
    begun = calls.map(([tool, args]) => workspace.tools.call(tool, args));
  },
  answers: () => Promise.all(begun),
  async importFolder(name, file) {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
    const writable = await (await directory.getFileHandle(file, { create: true })).createWritable();
    await writable.write(file);
    await writable.close();
    await workspace.importTree({ source: { directory } });
  },
  async importZipOfItself(to) {
    const { bytes } = await workspace.exportTree({ as: "zip" });
    await workspace.importTree({ source: { zip: new Blob([bytes as Uint8Array<ArrayBuffer>]) }, to });
  },
  async importFiles(files) {
    await workspace.importTree({ source: { files } });
  },
  async read(path) {
    try {
      return new TextDecoder().decode((await workspace.readBytes({ path })).bytes);
    } catch (error) {
      if (isPortsideError(error, "not_found")) return undefined;
      throw error;
    }
  },
  async list() {
    const everything = { pattern: "**/*", includeHidden: true, includeIgnored: true, limit: "none", maxBytes: "none" } as const;
    return (await workspace.glob(everything)).entries.map(({ path }) => path);
  },
  watched: () => Promise.resolve(heard),
  facts: async () => ({ persistence: workspace.persistence, notes: await workspace.notes() }),
  usage: () => workspace.usage(),
  close: () => workspace.dispose(),
  async workspaces(method, ...names) {
    try {
      return (await (workspaces[method] as (...names: string[]) => Promise<unknown>)(...names)) as never;
    } catch (error) {
      return failure(error);
    }
  },
};
