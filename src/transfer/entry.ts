/**
 * One thing to be copied. `path` has no `/` at either end; directories on the way to it are implied. Its bytes may come piece by piece, and are
 * not asked for when the entry is left out.
 */
export type TransferEntry =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array | AsyncIterable<Uint8Array>; readonly executable?: boolean }
  | { readonly kind: "symlink"; readonly path: string; readonly target: string }
  /** `entries` is what is below it, with whole paths; a source that comes as one list leaves it out. */
  | { readonly kind: "directory"; readonly path: string; readonly entries?: TransferSource };

/** Where entries come from: a zip, a picked folder, a tree of values, or anything else that can be walked. */
export type TransferSource = AsyncIterable<TransferEntry>;
