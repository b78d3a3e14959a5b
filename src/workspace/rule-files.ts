import { fail, isPortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { chain, isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import { decode } from "../core/text.ts";
import type { DirectoryRules } from "../engines/ignore/index.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { Child, DirectoryEntry, Entry, FileEntry, Volume } from "../volumes/volume.ts";
import { childrenOf, type Counts } from "./walk.ts";

/** For whom a file of rules is read. */
export interface RuleReading {
  readonly unreadable: Dialect["unreadable"];
  /** Counts a file of rules that is too large or cannot be read: then its rules do not hold, and the answer says so. */
  readonly skipped: Counts;
}

/** Reads the files that ignore rules stand in; now, where the volume reads now. */
export interface RuleFiles {
  /** Undefined when that is no file; git follows no link here either. */
  textOf(entry: Entry | undefined, reading: RuleReading): MaybePromise<string | undefined>;
  /** What a directory with these children says. */
  rulesOf(children: readonly Child[], reading: RuleReading): MaybePromise<DirectoryRules>;
}

/** Of nearly every directory. */
const noRules: DirectoryRules = {};

export function createRuleFiles(volume: Pick<Volume, "children" | "read">): RuleFiles {
  // An entry is a value: another version of a file is another entry.
  const texts = new WeakMap<FileEntry, string>();

  function textOf(entry: Entry | undefined, reading: RuleReading): MaybePromise<string | undefined> {
    if (entry?.kind !== "file") return undefined;
    const known = texts.get(entry);
    if (known !== undefined) return known;
    if (entry.size > limits.fileBytes) {
      reading.skipped.too_large++;
      return undefined;
    }
    return read(entry, reading);
  }

  function read(file: FileEntry, reading: RuleReading): MaybePromise<string | undefined> {
    const keep = (bytes: Uint8Array): string => {
      const text = decode(bytes);
      texts.set(file, text);
      return text;
    };
    try {
      const bytes = volume.read(file);
      return isPromise(bytes) ? bytes.then(keep).catch((error: unknown) => unreadable(error, reading)) : keep(bytes);
    } catch (error) {
      return unreadable(error, reading);
    }
  }

  function rulesOf(children: readonly Child[], reading: RuleReading): MaybePromise<DirectoryRules> {
    const { git, gitignore } = gitEntries(children);
    if (git === undefined && gitignore === undefined) return noRules;
    return chain(textOf(gitignore, reading), (own) =>
      chain(textOf(excludeFile(git), reading), (exclude) => ({
        ...(own === undefined ? {} : { gitignore: own }),
        ...(git === undefined ? {} : { repository: exclude === undefined ? {} : { exclude } }),
      })),
    );
  }

  /** `.git/info/exclude`, where `.git` is a directory. */
  function excludeFile(git: Entry | undefined): Entry | undefined {
    const info = git?.kind === "directory" ? childNamed(git, "info") : undefined;
    return info?.kind === "directory" ? childNamed(info, "exclude") : undefined;
  }

  function childNamed(directory: DirectoryEntry, name: string): Entry | undefined {
    return childrenOf(volume, directory).find((child) => child.name === name)?.entry;
  }

  return { textOf, rulesOf };
}

function unreadable(error: unknown, { unreadable: then, skipped }: RuleReading): undefined {
  if (!isPortsideError(error)) throw error;
  if (then === "abort") throw fail("io_error", { operation: "read ignore rules", reason: error.code });
  skipped.read_error++;
  return undefined;
}

/** The two names that matter here stand near the front: before most others comes the dot. */
function gitEntries(children: readonly Child[]): { readonly git?: Entry; readonly gitignore?: Entry } {
  let found: { readonly git?: Entry; readonly gitignore?: Entry } = noEntries;
  for (const { name, entry } of children) {
    const first = name.charCodeAt(0);
    if (first > dot) break;
    if (first === dot && name === ".git") found = { ...found, git: entry };
    if (first === dot && name === ".gitignore") found = { ...found, gitignore: entry };
  }
  return found;
}

const dot = 0x2e;
const noEntries = {};
