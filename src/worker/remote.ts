import type { RemoteWorkspace } from "./client.ts";
import type { Opening } from "./opening.ts";
import { persist } from "./persist.ts";
import { forkRemotely } from "./remote-fork.ts";
import type { Assemble } from "./remote-fork.ts";
import { watchRemotely } from "./remote-watch.ts";

/** What of a page's workspace is loaded when it is first called. How the methods of `fs` and `history` are called has the objects' names. */
export { callFileSystem as fs } from "./remote-fs.ts";
export { callHistory as history } from "./remote-history.ts";

type Later = {
  readonly [M in "watch" | "persist" | "fork"]: (
    opening: Opening,
    assemble: Assemble,
    ...args: Parameters<RemoteWorkspace[M]>
  ) => ReturnType<RemoteWorkspace[M]>;
};

/** Methods of the workspace itself, by their names. */
export const later: Later = {
  watch: (opening, _, request, listener) => watchRemotely(opening, request, listener),
  persist,
  fork: forkRemotely,
};
