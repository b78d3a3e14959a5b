import type { BlockFile, Folder } from "../../src/volumes/opfs/block-file.ts";

/** What a folder's file did, in the order it was done. `size` is that of a truncation. */
export type Step =
  | { readonly op: "create" | "remove" | "flush"; readonly name: string }
  | { readonly op: "write"; readonly name: string; readonly at: number; readonly bytes: Uint8Array }
  | { readonly op: "truncate"; readonly name: string; readonly size: number };

export interface MemoryFolder extends Folder {
  /** The bytes of every file. */
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** Everything that was done to them so far. */
  readonly steps: readonly Step[];
}

export interface MemoryFolderOptions {
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Called before each step; what it throws happens instead. */
  readonly before?: (step: Step) => void;
  /** Called when a file was made and is not open yet; others may write meanwhile. */
  readonly opening?: () => Promise<void>;
  /** Bytes of all files; a write beyond does what `full` says. */
  readonly quota?: () => number;
  /** As a profile with a disk does, or as one without: part is written, or nothing, and the answer is absurd. */
  readonly full?: "throw" | "short" | "absurd";
}

/** A folder in RAM that fails as it is told to. */
export function createMemoryFolder({
  files,
  before = () => {},
  opening = () => Promise.resolve(),
  quota = () => Infinity,
  full = "throw",
}: MemoryFolderOptions = {}): MemoryFolder {
  const held = new Map([...(files ?? [])].map(([name, bytes]) => [name, bytes.slice()]));
  const steps: Step[] = [];
  const locked = new Set<string>();

  function step(made: Step): void {
    before(made);
    steps.push(made);
  }

  function used(): number {
    return [...held.values()].reduce((sum, { length }) => sum + length, 0);
  }

  function bytesOf(name: string): Uint8Array {
    return held.get(name) ?? new Uint8Array(0);
  }

  function resize(name: string, size: number): Uint8Array {
    const sized = resized(bytesOf(name), size);
    held.set(name, sized);
    return sized;
  }

  function put(name: string, bytes: Uint8Array, at: number): number {
    step({ op: "write", name, at, bytes: bytes.slice() });
    const target = at + bytes.length > bytesOf(name).length ? resize(name, at + bytes.length) : bytesOf(name);
    target.set(bytes, at);
    return bytes.length;
  }

  function write(name: string, bytes: Uint8Array, at: number): number {
    const growth = Math.max(0, at + bytes.length - bytesOf(name).length);
    if (used() + growth <= quota()) return put(name, bytes, at);
    if (full === "throw") throw new DOMException("no space", "QuotaExceededError");
    const room = Math.max(0, quota() - used() - Math.max(0, at - bytesOf(name).length));
    if (full === "short" && room > 0) return put(name, bytes.subarray(0, Math.min(room, bytes.length)), at);
    return 4_294_967_288;
  }

  function open(name: string): BlockFile {
    const alive = (): void => {
      if (!locked.has(name)) throw new DOMException("closed", "InvalidStateError");
    };
    return {
      size: () => bytesOf(name).length,
      read(at, length) {
        alive();
        return bytesOf(name).slice(at, at + length);
      },
      write(bytes, at) {
        alive();
        return write(name, bytes, at);
      },
      truncate(size) {
        alive();
        step({ op: "truncate", name, size });
        resize(name, size);
      },
      flush() {
        alive();
        step({ op: "flush", name });
      },
      close: () => void locked.delete(name),
    };
  }

  return {
    files: held,
    steps,
    names: () => Promise.resolve([...held.keys()]),
    async open(name) {
      if (locked.has(name)) throw new DOMException("open elsewhere", "NoModificationAllowedError");
      if (!held.has(name)) {
        if (used() >= quota()) throw new DOMException("no space", "QuotaExceededError");
        step({ op: "create", name });
        held.set(name, new Uint8Array(0));
      }
      locked.add(name);
      await opening();
      return open(name);
    },
    async remove(name) {
      step({ op: "remove", name });
      held.delete(name);
    },
  };
}

/** What the files hold after these steps: what a process killed there leaves. */
export function filesAfter(steps: readonly Step[]): Map<string, Uint8Array> {
  const folder = new Map<string, Uint8Array>();
  for (const each of steps) replayStep(folder, each);
  return folder;
}

function replayStep(folder: Map<string, Uint8Array>, step: Step): void {
  const bytes = folder.get(step.name) ?? new Uint8Array(0);
  if (step.op === "remove") folder.delete(step.name);
  else if (step.op === "create") folder.set(step.name, bytes);
  else if (step.op === "truncate") folder.set(step.name, resized(bytes, step.size));
  else if (step.op === "write") {
    const grown = resized(bytes, Math.max(bytes.length, step.at + step.bytes.length));
    grown.set(step.bytes, step.at);
    folder.set(step.name, grown);
  }
}

/** In the same buffer while it is large enough, or appending would copy everything again and again. */
function resized(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const buffer = bytes.buffer as ArrayBuffer;
  if (size <= bytes.length) return new Uint8Array(buffer, bytes.byteOffset, size);
  const fits = bytes.byteOffset === 0 && buffer.byteLength >= size;
  const grown = fits ? new Uint8Array(buffer, 0, size) : new Uint8Array(new ArrayBuffer(2 * size), 0, size);
  if (!fits) grown.set(bytes);
  grown.fill(0, bytes.length);
  return grown;
}
