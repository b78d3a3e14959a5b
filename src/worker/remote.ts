/** How the methods of a page's `workspace.fs` and `workspace.history` are called, by the objects' names. Loaded with the first call of either. */
export { callFileSystem as fs } from "./remote-fs.ts";
export { callHistory as history } from "./remote-history.ts";
