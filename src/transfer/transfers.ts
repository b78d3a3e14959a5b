import { fail } from "../core/errors.ts";
import type { CallContext } from "../ports/call.ts";
import type { Files } from "../volumes/files.ts";
import type { Access } from "../workspace/access.ts";
import { copy } from "./copy.ts";
import { fromDirectoryHandle, toDirectoryHandle } from "./directory-handle.ts";
import type { TransferSource } from "./entry.ts";
import { fromFiles, toFiles, toFileSystemTree } from "./file-system-tree.ts";
import type { TransferLimits } from "./limits.ts";
import type { TransferReport } from "./read-items.ts";
import { fromZip, toZip } from "./zip.ts";

/** Transfers as requests of plain data, which cross to the worker: there archives are read, and a folder's handle does its work. */
export interface Transfers {
  /** As `copy` into the workspace. */
  importTree(request: ImportRequest, context?: CallContext): Promise<TransferReport>;
  /** As `toZip` (`bytes`), `toFiles` (`files`) and `toFileSystemTree` (`files`). */
  exportTree(request: ExportRequest, context?: CallContext): Promise<ExportedTree>;
  /** As `toDirectoryHandle`. */
  exportToDirectory(request: ExportToDirectoryRequest, context?: CallContext): Promise<TransferReport>;
}

interface Bounds {
  /** Lines of a `.gitignore`; absent: `node_modules/` and `.git/`. */
  readonly exclude?: readonly string[];
  readonly limits?: Partial<TransferLimits>;
}

export interface ImportRequest extends Bounds {
  readonly source:
    | { readonly zip: Blob | Uint8Array; readonly links?: "refuse" | "keep" }
    | { readonly files: Files }
    | { readonly directory: FileSystemDirectoryHandle };
  /** The directory that receives it; absent: the root. */
  readonly to?: string;
}

export interface ExportRequest extends Bounds {
  readonly as: "zip" | "files" | "tree";
  /** The directory or file that is written down; absent: all of the workspace. */
  readonly from?: string;
}

export interface ExportedTree {
  readonly report: TransferReport;
  /** Of a zip. */
  readonly bytes?: Uint8Array;
  readonly files?: Files;
}

export interface ExportToDirectoryRequest extends Bounds {
  readonly directory: FileSystemDirectoryHandle;
  readonly from?: string;
}

export function createTransfers(access: Access): Transfers {
  return {
    importTree: ({ source, ...request }, context = {}) => copy(sourceOf(source), access, { ...request, ...context }),
    async exportTree({ as, ...request }, context = {}) {
      const options = { ...request, ...context };
      switch (as) {
        case "zip": {
          const { zip, report } = await toZip(access, options);
          return { bytes: zip, report };
        }
        case "files":
          return toFiles(access, options);
        case "tree": {
          const { tree, report } = await toFileSystemTree(access, options);
          return { files: tree, report };
        }
        default:
          throw fail("invalid_arguments", { issues: [{ at: "as", problem: "not_one_of", allowed: ["zip", "files", "tree"] }] });
      }
    },
    exportToDirectory: ({ directory, ...request }, context = {}) => toDirectoryHandle(access, directory, { ...request, ...context }),
  };
}

function sourceOf(source: ImportRequest["source"]): TransferSource {
  if ("zip" in source) return fromZip(source.zip, source.links === undefined ? {} : { links: source.links });
  return "files" in source ? fromFiles(source.files) : fromDirectoryHandle(source.directory);
}
