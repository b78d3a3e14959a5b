import { gitignoreMatcher, type DirectoryRules, type IgnoreLevel } from "../../src/engines/ignore/index.ts";

/** The ignore files of a tree of directories, which are named by root-relative paths; "" is the root. */
export interface IgnoreTree {
  readonly ignoreCase: boolean;
  readonly global: string;
  /** Text of the root's .git/info/exclude. */
  readonly exclude: string;
  readonly ignoreFiles: Readonly<Record<string, string>>;
  /** Directories below the root that hold a .git, with the text of its info/exclude. */
  readonly repositories?: Readonly<Record<string, string>>;
}

/** What the engine says about any path of the tree, an entry below an ignored directory being ignored too. */
export function ignoredIn(tree: IgnoreTree): (path: string, isDirectory: boolean) => boolean {
  const root = gitignoreMatcher({ global: tree.global, ignoreCase: tree.ignoreCase }).start(rulesOf(tree, ""));
  const levels = new Map<string, IgnoreLevel | "ignored">([["", root]]);
  const levelOf = (directory: string): IgnoreLevel | "ignored" => {
    let level = levels.get(directory);
    if (level === undefined) {
      const [parent, name] = splitLast(directory);
      const above = levelOf(parent);
      level = above === "ignored" || above.skips(name, true) ? "ignored" : above.enter(name, rulesOf(tree, directory));
      levels.set(directory, level);
    }
    return level;
  };
  return (path, isDirectory) => {
    const [parent, name] = splitLast(path);
    const level = levelOf(parent);
    return level === "ignored" || level.skips(name, isDirectory);
  };
}

function rulesOf(tree: IgnoreTree, directory: string): DirectoryRules {
  const gitignore = tree.ignoreFiles[directory];
  const exclude = directory === "" ? tree.exclude : tree.repositories?.[directory];
  return { ...(gitignore === undefined ? {} : { gitignore }), ...(exclude === undefined ? {} : { repository: { exclude } }) };
}

function splitLast(path: string): [parent: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
}
