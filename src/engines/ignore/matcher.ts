/** What a directory says about the entries below it. */
export interface DirectoryRules {
  /** Text of its `.gitignore`, when it has one that is a file: git follows no link here. */
  readonly gitignore?: string;
  /** Present when the directory holds a `.git`, whatever that is; `exclude` is the text of its `.git/info/exclude`. */
  readonly repository?: { readonly exclude?: string };
}

/**
 * One set of ignore rules. A walk starts at the project's root and enters directory by directory, also to get to the subdirectory it is
 * about, so that rules are always judged on root-relative paths:
 *
 *     let level = matcher.start({ gitignore: "*.log\n" });
 *     level.skips("a.log", false); // true
 *     level = level.enter("src", {}); // a walk of src begins here
 */
export interface IgnoreMatcher {
  /** Whether it looks at `DirectoryRules`; where it does not, nobody need read them. */
  readonly readsDirectories: boolean;
  /** The level of the root, which itself is never skipped. */
  start(root: DirectoryRules): IgnoreLevel;
}

/**
 * The rules as they stand for the children of one directory. A value: entering leaves it as it is. Where the same rules hold it is, as a rule, the
 * same object, so that what came of a name can be remembered with it.
 */
export interface IgnoreLevel {
  /** Whether the child is left out, a directory with all that is below it. A link is no directory. */
  skips(name: string, isDirectory: boolean): boolean;
  /**
   * Told without looking at one, that no file is left out whose name has this ending, which is what follows its last dot or "" without one, and
   * does not begin with a dot. False also when in doubt.
   */
  spares(ending: string): boolean;
  /** The level of a child directory. One that is skipped may be entered as well: below it the rules then hold as anywhere. */
  enter(name: string, directory: DirectoryRules): IgnoreLevel;
}
