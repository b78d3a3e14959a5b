/** What of a page's workspace is loaded when it is first called. How the methods of `fs` and `history` are called has the objects' names. */
export { persist } from "./persist.ts";
export { callFileSystem as fs } from "./remote-fs.ts";
export { callHistory as history } from "./remote-history.ts";
export { watchRemotely } from "./remote-watch.ts";
