import type { FileSystemAPI } from "@webcontainer/api";
import { expose, proxy, transfer } from "comlink43";
import { Volume as Memfs } from "memfs";

/**
 * What the client of @webcontainer/api finds at the other end: a file system (memfs, so Node's rules and not Portside's), its events, and
 * processes that are no more than a few commands. It speaks as the client's own version 1.6.4 does, over the comlink that it was built with.
 */

const home = "/home/stand-in";
const [fileType, directoryType, linkType] = [1, 2, 3];

type Listener = (event: "rename" | "change", name: string) => void;
type Fault = { readonly operation: string; readonly message: string };

/** The client's file system as it goes over the wire: entries are plain, and a watch is told of. */
interface WireFiles extends Pick<FileSystemAPI, "rm" | "rename"> {
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, bytes: Uint8Array): Promise<void>;
  mkdir(path: string): Promise<void>;
  readdir(path: string, options?: { readonly withFileTypes?: boolean }): Promise<readonly (string | WireEntry)[]>;
  watch(path: string, options: unknown, listener: Listener): unknown;
}

interface WireEntry {
  readonly name: string;
  readonly "Symbol(type)": number;
}

/** A tree as the client packs it. */
type Packed = { d: Record<string, Packed> } | { f: { c: string; b?: true } } | { f: { l: string } };

function createRuntime(): object {
  const memfs = Memfs.fromJSON({}, home);
  memfs.mkdirSync(home, { recursive: true });
  const listeners = new Set<Listener>();
  const faults: Fault[] = [];
  const at = (path: string): string => `${home}/${path}`;

  function tell(event: "rename" | "change", path: string): void {
    for (const listener of listeners) listener(event, path);
  }

  /** An error keeps nothing but its message on its way. */
  function refuseAsPlanned(operation: string): void {
    const index = faults.findIndex((fault) => fault.operation === operation);
    if (index >= 0) throw new Error((faults.splice(index, 1)[0] as Fault).message);
  }

  function write(path: string, bytes: Uint8Array): void {
    const isNew = !memfs.existsSync(at(path));
    memfs.writeFileSync(at(path), bytes);
    tell(isNew ? "rename" : "change", path);
  }

  // All that the client has, and nothing else.
  const files: Pick<WireFiles, keyof FileSystemAPI> = {
    async readFile(path) {
      refuseAsPlanned("readFile");
      const { buffer, byteOffset, byteLength } = memfs.readFileSync(at(path)) as Uint8Array;
      return new Uint8Array(buffer, byteOffset, byteLength).slice();
    },
    async writeFile(path, bytes) {
      refuseAsPlanned("writeFile");
      write(path, bytes);
    },
    async mkdir(path) {
      refuseAsPlanned("mkdir");
      memfs.mkdirSync(at(path));
      tell("rename", path);
    },
    async rm(path, options) {
      refuseAsPlanned("rm");
      // memfs would remove, and rename, what a link leads to; Node does not.
      if (typeOf(path) === linkType) memfs.unlinkSync(at(path));
      else memfs.rmSync(at(path), options);
      tell("rename", path);
    },
    async rename(from, to) {
      refuseAsPlanned("rename");
      if (typeOf(from) === linkType) renameLink(from, to);
      else memfs.renameSync(at(from), at(to));
      tell("rename", from);
      tell("rename", to);
    },
    async readdir(path, options) {
      refuseAsPlanned("readdir");
      if (!options?.withFileTypes) return namesIn(path);
      return namesIn(path).map((name) => ({ name, "Symbol(type)": typeOf(`${path}/${name}`) }));
    },
    watch(_path, _options, listener) {
      listeners.add(listener);
      return proxy({ close: async () => void listeners.delete(listener) });
    },
  };

  function renameLink(from: string, to: string): void {
    memfs.symlinkSync(String(memfs.readlinkSync(at(from))), at(to));
    memfs.unlinkSync(at(from));
  }

  function namesIn(path: string): readonly string[] {
    return memfs.readdirSync(at(path)).map(String);
  }

  function typeOf(path: string): number {
    const stats = memfs.lstatSync(at(path));
    return stats.isFile() ? fileType : stats.isDirectory() ? directoryType : linkType;
  }

  function pack(path: string): Packed {
    const type = typeOf(path);
    if (type === linkType) return { f: { l: String(memfs.readlinkSync(at(path))) } };
    if (type === fileType) return packFile(memfs.readFileSync(at(path)) as Uint8Array);
    const children = Object.create(null) as Record<string, Packed>;
    for (const name of namesIn(path)) children[name] = pack(`${path}/${name}`);
    return { d: children };
  }

  function unpack(path: string, packed: Packed): void {
    if ("f" in packed) {
      if ("c" in packed.f) write(path, packed.f.b ? fromLatin1(packed.f.c) : new TextEncoder().encode(packed.f.c));
      else memfs.symlinkSync(packed.f.l, at(path));
      return;
    }
    memfs.mkdirSync(at(path), { recursive: true });
    for (const [name, child] of Object.entries(packed.d)) unpack(path === "" ? name : `${path}/${name}`, child);
  }

  /** What a process does, none of which anybody is asked about. */
  const commands: Readonly<Record<string, (...args: string[]) => void>> = {
    write: (path = "", text = "") => write(path, new TextEncoder().encode(text)),
    "rm -r"(path = "") {
      memfs.rmSync(at(path), { recursive: true });
      tell("rename", path);
    },
    "mkdir -p"(path = "") {
      memfs.mkdirSync(at(path), { recursive: true });
      tell("rename", path);
    },
    "ln -s"(target = "", path = "") {
      memfs.symlinkSync(target, at(path));
      tell("rename", path);
    },
    fault: (operation = "", message = "") => void faults.push({ operation, message }),
    /** Something changes, and nobody is told what. */
    "write secretly"(path = "", text = "") {
      memfs.writeFileSync(at(path), text);
      tell("change", "");
    },
  };

  return {
    fs: () => proxy(files),
    previewScript: () => undefined,
    runtimeInfo: () => ({ path: "/usr/bin", cwd: home }),
    run({ command, args }: { readonly command: string; readonly args: string[] }) {
      const isKnown = Object.hasOwn(commands, command);
      if (isKnown) commands[command]?.(...args);
      return proxy({ onExit: Promise.resolve(isKnown ? 0 : 127) });
    },
    serialize(path: string) {
      refuseAsPlanned("export");
      const bytes = new TextEncoder().encode(JSON.stringify(pack(path)));
      return transfer(bytes, [bytes.buffer]);
    },
    loadFiles(payload: Uint8Array) {
      refuseAsPlanned("mount");
      unpack("", JSON.parse(new TextDecoder().decode(payload)) as Packed);
    },
    on: () => proxy(() => {}),
    teardown() {},
  };
}

function packFile(bytes: Uint8Array): Packed {
  try {
    return { f: { c: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) } };
  } catch {
    return { f: { c: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""), b: true } };
  }
}

function fromLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const { port1, port2 } = new MessageChannel();
expose({ build: () => proxy(createRuntime()) }, port1);
parent.postMessage({ type: "init" }, "*", [port2]);
