import type { CallContext, Mutated } from "./call.ts";

export interface MakeDirectoryRequest {
  readonly path: string;
}

export interface MakeDirectoryResponse {
  /** Relative to the root, links resolved. */
  readonly path: string;
  /** The directories made, outermost first; none when it was there already. */
  readonly created: readonly string[];
}

/** Makes a directory and its missing parents; one that is there already is a success. Throws already_exists, not_a_directory, and the path codes. */
export interface DirectoryMaker {
  makeDirectory(request: MakeDirectoryRequest, context?: CallContext): Promise<Mutated<MakeDirectoryResponse>>;
}
