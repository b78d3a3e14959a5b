/** What listings and searches leave out besides what the rules in the tree say. It can be asked for, and a path may name it. */
export interface IgnoreOptions {
  /** Lines of a `.gitignore` at the root, which no rule in the tree takes back; `node_modules/` and `.git/`. */
  readonly host?: readonly string[];
  /** Text of the user's excludes file (git's core.excludesFile). */
  readonly global?: string;
}
