import { fail } from "../core/errors.ts";
import type { TransferEntry } from "./entry.ts";

type Kind = TransferEntry["kind"];

/** The paths of one transfer. */
export interface Names {
  /** Paths so far, with the directories that they imply. */
  readonly size: number;
  /**
   * Throws for a path that leads out of the transfer (path_not_allowed), that is not plain (path_malformed), or that another entry has already
   * (invalid_arguments `conflict`, `received` the other). Directories may be named twice.
   */
  add(path: string, kind: Kind): void;
}

/** Two paths are the same when `fold` makes the same of them. */
export function createNames(fold: (path: string) => string = (path) => path): Names {
  const known = new Map<string, { readonly path: string; readonly kind: Kind }>();

  function claim(path: string, kind: Kind): void {
    const key = fold(path);
    const other = known.get(key);
    if (other === undefined) known.set(key, { path, kind });
    else if (other.path !== path || other.kind !== "directory" || kind !== "directory") throw conflict(path, other.path);
  }

  return {
    get size() {
      return known.size;
    },
    add(path, kind) {
      requirePlain(path);
      for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) claim(path.slice(0, slash), "directory");
      claim(path, kind);
    },
  };
}

/** As file systems do that do not tell upper from lower case: one of two such files would be lost there. */
export function foldCase(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function requirePlain(path: string): void {
  if (path.includes("\0")) throw fail("path_malformed", { path, reason: "nul" });
  if (!path.isWellFormed()) throw fail("path_malformed", { path, reason: "lone_surrogate" });
  const names = path.split("/");
  if (path.startsWith("/") || names.includes("..")) throw fail("path_not_allowed", { path, root: ".", reason: "outside" });
  if (names.some((name) => name === "" || name === ".")) throw fail("path_malformed", { path, reason: "not_normalised" });
}

function conflict(path: string, other: string): Error {
  return fail("invalid_arguments", { issues: [{ at: path, problem: "conflict", received: other }] });
}
