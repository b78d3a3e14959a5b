import { editorCases, patchApplierCases } from "./changing.ts";
import { fileSystemCases, watcherCases } from "./hosting.ts";
import type { PortSubject } from "./port-fixture.ts";
import { byteReaderCases, readerCases } from "./reading.ts";
import { fileCounterCases, globberCases, grepperCases, listerCases } from "./searching.ts";
import type { Case } from "./suite.ts";
import { directoryMakerCases, moverCases, removerCases, writerCases } from "./writing.ts";

export type PortSuite =
  | "reader"
  | "byte reader"
  | "writer"
  | "directory maker"
  | "remover"
  | "mover"
  | "editor"
  | "patch applier"
  | "globber"
  | "grepper"
  | "lister"
  | "file counter"
  | "watcher"
  | "file system";

/**
 * What every port must do, sentence by sentence of its file in `ports/`: a suite for each. `open` gives a fresh, empty workspace each time, here or
 * behind a MessagePort; each case disposes of its own. A case that a capability rules out checks what holds instead.
 *
 * ```ts
 * const open = async () => createWorkspace(createMemoryVolume()); // or openWorkspace({ volume: { kind: "memory" } })
 * for (const cases of Object.values(portCases)) registerCases({ cases, open, runner: { test, skip: (name) => test.skip(name, () => {}) } });
 * ```
 */
export const portCases: Readonly<Record<PortSuite, readonly Case<PortSubject>[]>> = {
  reader: readerCases,
  "byte reader": byteReaderCases,
  writer: writerCases,
  "directory maker": directoryMakerCases,
  remover: removerCases,
  mover: moverCases,
  editor: editorCases,
  "patch applier": patchApplierCases,
  globber: globberCases,
  grepper: grepperCases,
  lister: listerCases,
  "file counter": fileCounterCases,
  watcher: watcherCases,
  "file system": fileSystemCases,
};
