import type { ByteReader } from "./byte-reader.ts";
import type { DirectoryMaker } from "./directory-maker.ts";
import type { Editor } from "./editor.ts";
import type { FileCounter } from "./file-counter.ts";
import type { Globber } from "./globber.ts";
import type { Grepper } from "./grepper.ts";
import type { Lister } from "./lister.ts";
import type { Mover } from "./mover.ts";
import type { PatchApplier } from "./patch-applier.ts";
import type { Reader } from "./reader.ts";
import type { Remover } from "./remover.ts";
import type { Watcher } from "./watcher.ts";
import type { Writer } from "./writer.ts";

/** The ports that are one request and one response; what a tool may call, and what crosses a MessagePort as a call. */
export interface RequestPorts
  extends Reader, ByteReader, Writer, Remover, Mover, DirectoryMaker, Editor, PatchApplier, Globber, Grepper, Lister, FileCounter {}

/** Every port, as one object. A part of it is enough wherever a part is used. */
export interface Ports extends RequestPorts, Watcher {}
