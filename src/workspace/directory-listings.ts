import type { IgnoreLevel } from "../engines/ignore/index.ts";
import type { Child } from "../volumes/volume.ts";

/** Endings that have a code of their own, and the length of each in UTF-16 units: a strange tree costs no more than this. */
const most = 4_096;
const longest = 32;

/** Unsorted is what has to be looked at: links, what is hidden, and files that end like hardly anything. Every greater code is of an ending. */
export const mark = { unsorted: 0, directory: 1 } as const;

/**
 * What a walk needs to know of a directory's children, side by side in memory: in a large tree it takes longer to get at a child, its entry or its
 * name than to decide what becomes of it.
 */
export interface Listing {
  readonly children: readonly Child[];
  /**
   * Two units for each child. The first is its code: that of a visible file's ending, `mark.directory` of a visible directory, or `mark.unsorted`.
   * The second is the length of its name.
   */
  readonly codes: string;
  /** All names without a separator. */
  readonly names: string;
  /** Some names begin with a dot. */
  readonly hasHidden: boolean;
  /** The directories among them, by index, as a walk found them. */
  readonly entered: (Entered | undefined)[];
}

/** A directory as a walk came into it. */
export interface Entered {
  readonly listing: Listing;
  /** Number of the tree's last change when it was read: after another one it has to be read again. Undefined: it could not be read. */
  readonly checked: number | undefined;
  /** Ignore rules among its siblings, under which it was entered last and has none of its own to add; then those among its children. */
  under: IgnoreLevel | undefined;
  inside: IgnoreLevel | undefined;
  /** The latter leave none of its visible files out. */
  spared: boolean;
}

/**
 * The listings of a tree, and the endings of its files, each with a small number for a code. For a walk that looks for `*.ts` the codes tell most
 * children from those that could be in the answer; for a count they are all there is to know.
 *
 * A listing is kept with the children it is about and is gone when they are: a change of a directory makes another array of them, and nothing is
 * ever brought up to date. It takes about 200 bytes, and for each child two and its name.
 */
export class Listings {
  readonly #known = new WeakMap<readonly Child[], Listing>();
  readonly #codes = new Map<string, number>();
  /** By code. */
  readonly #endings: string[] = ["", ""];
  /** The code met last in each slot: cutting an ending out of every name would take several times as long. */
  readonly #recent = new Uint16Array(slots);

  of(children: readonly Child[]): Listing {
    let listing = this.#known.get(children);
    if (listing === undefined) {
      listing = this.#read(children);
      this.#known.set(children, listing);
    }
    return listing;
  }

  /** What follows the last dot, "" where there is none. */
  ending(code: number): string {
    return this.#endings[code] as string;
  }

  /** One more than the greatest code so far. */
  get size(): number {
    return this.#endings.length;
  }

  /** Whether these rules leave none of the visible files out. */
  areSpared({ children, codes }: Listing, rules: IgnoreLevel): boolean {
    return children.every(({ name }, index) => {
      const code = codes.charCodeAt(2 * index);
      return code <= mark.directory || rules.spares(this.ending(code)) || !rules.skips(name, false);
    });
  }

  #read(children: readonly Child[]): Listing {
    return {
      children,
      codes: toUnits(children, (child) => [this.#codeOf(child), child.name.length]),
      names: children.map(({ name }) => name).join(""),
      hasHidden: children.some(({ name }) => name.charCodeAt(0) === dot),
      entered: [],
    };
  }

  #codeOf({ name, entry }: Child): number {
    if (entry.kind === "symlink" || name.charCodeAt(0) === dot) return mark.unsorted;
    if (entry.kind === "directory") return mark.directory;
    const start = endingStart(name);
    if (name.length - start > longest) return mark.unsorted;
    const slot = slotOf(name, start);
    const recent = this.#recent[slot] as number;
    if (recent !== mark.unsorted && endsWith(name, start, this.ending(recent))) return recent;
    return (this.#recent[slot] = this.#intern(name.slice(start)));
  }

  #intern(ending: string): number {
    const known = this.#codes.get(ending);
    if (known !== undefined || this.size > most) return known ?? mark.unsorted;
    const code = this.#endings.push(ending) - 1;
    this.#codes.set(ending, code);
    return code;
  }
}

const dot = 0x2e;

/** A power of two. */
const slots = 64;

/** How many children's units are put into a text at once. */
const chunk = 4_096;

function toUnits(children: readonly Child[], unitsOf: (child: Child) => readonly number[]): string {
  let units = "";
  for (let start = 0; start < children.length; start += chunk)
    units += String.fromCharCode(...children.slice(start, start + chunk).flatMap(unitsOf));
  return units;
}

/** By hand: `lastIndexOf` takes ten times as long. */
function endingStart(name: string): number {
  let at = name.length - 1;
  while (at > 0 && name.charCodeAt(at) !== dot) at--;
  return at > 0 ? at + 1 : name.length;
}

function slotOf(name: string, start: number): number {
  let sum = 0;
  for (let at = start; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) | 0;
  return sum & (slots - 1);
}

function endsWith(name: string, start: number, ending: string): boolean {
  if (name.length - start !== ending.length) return false;
  for (let at = 0; at < ending.length; at++) if (name.charCodeAt(start + at) !== ending.charCodeAt(at)) return false;
  return true;
}
