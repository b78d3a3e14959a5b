import type { IgnoreLevel } from "../engines/ignore/index.ts";
import type { Child } from "../volumes/volume.ts";

/** Codes there are, and the length of an ending that has one, in UTF-16 units: a strange tree costs no more than this. */
const codeBits = 10;
const longest = 32;

/** The length of a name that does not fit into the bits that are left of a unit. */
const long = 0xffff >> codeBits;

/** Unsorted is what has to be looked at: links and what is "other", what is hidden, and files that end like hardly anything. Greater codes are of endings. */
export const mark = { unsorted: 0, directory: 1 } as const;

/**
 * What a walk needs to know of a directory's children, side by side in memory: in a large tree it takes longer to get at a child, its entry or its
 * name than to decide what becomes of it.
 */
export interface Listing {
  readonly children: readonly Child[];
  /**
   * One for each child, see `codeIn` and `lengthIn`. Its code is that of a visible file's ending, `mark.directory` of a visible directory, or
   * `mark.unsorted`.
   */
  readonly units: string;
  /** All names without a separator. */
  readonly names: string;
  /** Some names begin with a dot. */
  readonly hasHidden: boolean;
  /** The directories among them, by index, as a walk found them. */
  readonly entered: (Entered | undefined)[];
}

export function codeIn(unit: number): number {
  return unit & ((1 << codeBits) - 1);
}

/** Of the child's name. */
export function lengthIn(unit: number, { children }: Listing, index: number): number {
  const length = unit >> codeBits;
  return length === long ? (children[index] as Child).name.length : length;
}

/** A directory as a walk came into it. */
export interface Entered {
  readonly listing: Listing;
  /** Number of the tree's last change when it was read: after another one it has to be read again. Undefined: it could not be read. */
  readonly checked: number | undefined;
  /** Ignore rules among its siblings when it was entered last, if what it adds to them stands in its children alone; then those among its children. */
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
  areSpared({ children, units }: Listing, rules: IgnoreLevel): boolean {
    return children.every(({ name }, index) => {
      const code = codeIn(units.charCodeAt(index));
      return code <= mark.directory || rules.spares(this.ending(code)) || !rules.skips(name, false);
    });
  }

  #read(children: readonly Child[]): Listing {
    return {
      children,
      units: toUnits(children, (child) => (Math.min(child.name.length, long) << codeBits) | this.#codeOf(child)),
      names: children.map(({ name }) => name).join(""),
      hasHidden: children.some(({ name }) => name.charCodeAt(0) === dot),
      entered: [],
    };
  }

  #codeOf({ name, entry }: Child): number {
    if (name.charCodeAt(0) === dot) return mark.unsorted;
    if (entry.kind === "directory") return mark.directory;
    if (entry.kind !== "file") return mark.unsorted;
    const start = endingStart(name);
    if (name.length - start > longest) return mark.unsorted;
    const slot = slotOf(name, start);
    const recent = this.#recent[slot] as number;
    if (recent !== mark.unsorted && endsWith(name, start, this.ending(recent))) return recent;
    return (this.#recent[slot] = this.#intern(name.slice(start)));
  }

  #intern(ending: string): number {
    const known = this.#codes.get(ending);
    if (known !== undefined || this.size >> codeBits > 0) return known ?? mark.unsorted;
    const code = this.#endings.push(ending) - 1;
    this.#codes.set(ending, code);
    return code;
  }
}

const dot = 0x2e;

/** A power of two. */
const slots = 64;

/** How many units are put into a text at once. */
const chunk = 4_096;

function toUnits(children: readonly Child[], unitOf: (child: Child) => number): string {
  let units = "";
  for (let start = 0; start < children.length; start += chunk)
    units += String.fromCharCode(...children.slice(start, start + chunk).map(unitOf));
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
