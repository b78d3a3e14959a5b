import { breathe, throwIfAborted } from "../core/cancel.ts";
import { fail, isPortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import type { DirectoryRules, IgnoreLevel } from "../engines/ignore/index.ts";
import type { Sight } from "../policy/guard.ts";
import type { Skipped } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { Child, DirectoryEntry, Entry, Volume } from "../volumes/volume.ts";
import type { Visit, Walked, WalkFilter, WalkOptions, WalkState } from "./access.ts";
import { codeIn, type Entered, type Listing, type Listings, mark } from "./directory-listings.ts";
import { action, type Cursor, type Plan, Planner } from "./walk-plan.ts";

/** The ignore rules among the children of the directory where a walk starts, and how those of a directory below it are read. */
export interface WalkIgnore {
  readonly level: IgnoreLevel;
  rulesOf(children: readonly Child[]): MaybePromise<DirectoryRules>;
}

export interface WalkStart {
  /** As results show it: relative to the root, or a volume path. */
  readonly path: string;
  readonly entry: DirectoryEntry;
}

/** What a walk needs to know of its workspace. */
export interface WalkContext {
  readonly volume: Pick<Volume, "children">;
  readonly listings: Listings;
  /** Number of the tree's last change. */
  lastCommit(): number;
  /** Of a path as results show it. Absent: everything may be seen. */
  readonly see: ((path: string, entry: Entry) => Sight | undefined) | undefined;
  /** Absent: nothing is ignored. */
  readonly ignore: WalkIgnore | undefined;
  /** Where the walk counts what it leaves out. */
  readonly skipped: Counts;
  /** "abort": a directory that cannot be read ends the walk with io_error. */
  readonly unreadable?: Dialect["unreadable"];
  readonly signal?: AbortSignal | undefined;
}

export type Counts = { -readonly [Reason in keyof Skipped]: number };

/** Nothing skipped. */
export function noneSkipped(): Counts {
  return { hidden: 0, ignored: 0, binary: 0, too_large: 0, read_error: 0, protected: 0 };
}

/** Walks what is below `start`, which itself is not visited. Synchronous while visitor and rules are and the tree is small. */
export function walkTree<State extends WalkState>(
  context: WalkContext,
  start: WalkStart,
  options: WalkOptions<State>,
  visit: Visit,
): MaybePromise<Skipped> {
  return new Walk(context, start, options, visit).toEnd();
}

/** Children of a directory; one that was removed while the walk was elsewhere has none any more. */
export function childrenOf(volume: Pick<Volume, "children">, directory: DirectoryEntry): readonly Child[] {
  try {
    return volume.children(directory);
  } catch (error) {
    if (isPortsideError(error, "not_found")) return [];
    throw error;
  }
}

const dot = 0x2e;

/** Of nearly every directory. */
const noRules: DirectoryRules = {};

/** A directory being walked. A walk makes one for each level and uses it for every directory there. */
class Frame<State extends WalkState> implements Cursor<State> {
  readonly parent: Frame<State> | undefined;
  /** Of its children. */
  readonly depth: number;
  listing: Listing;
  plan: Plan<State>;
  at = -1;
  action = 0;
  start = 0;
  end = 0;
  #below: Frame<State> | undefined;
  /** What comes before the names of its children: known of the start, elsewhere put together when it is first asked for. */
  #prefix: string | undefined;

  constructor(parent: Frame<State> | undefined, listing: Listing, plan: Plan<State>, prefix?: string) {
    this.parent = parent;
    this.depth = parent === undefined ? 1 : parent.depth + 1;
    this.listing = listing;
    this.plan = plan;
    this.#prefix = prefix;
  }

  /** For the directory at hand. */
  enter(listing: Listing, plan: Plan<State>): Frame<State> {
    const below = this.#below;
    if (below === undefined) return (this.#below = new Frame(this, listing, plan));
    below.listing = listing;
    below.plan = plan;
    below.at = -1;
    below.end = 0;
    below.#prefix = undefined;
    return below;
  }

  get prefix(): string {
    return (this.#prefix ??= this.#path());
  }

  /** Of the child at hand, as are the others. */
  get name(): string {
    return this.listing.names.slice(this.start, this.end);
  }

  get entry(): Entry {
    return (this.listing.children[this.at] as Child).entry;
  }

  get kind(): Entry["kind"] {
    const code = codeIn(this.listing.units.charCodeAt(this.at));
    if (code === mark.unsorted) return this.entry.kind;
    return code === mark.directory ? "directory" : "file";
  }

  #path(): string {
    const parent = this.parent as Frame<State>;
    return `${parent.prefix}${parent.name}/`;
  }
}

/**
 * The loop over an explicit stack, so that it can be left at any entry and taken up again. It is also what a visitor is shown. Half a million
 * entries go through it in the time of a few screen refreshes: nothing is made for an entry that is not in the answer, not even its path.
 */
class Walk<State extends WalkState> implements Walked {
  name = "";
  readonly #context: WalkContext;
  readonly #filter: WalkFilter<State>;
  readonly #kinds: readonly Entry["kind"][] | undefined;
  readonly #includeHidden: boolean;
  readonly #levels: number;
  readonly #visit: Visit;
  readonly #planner: Planner<State>;
  /** Of the entry that is shown. */
  #holder: Frame<State>;
  /** The directory to go on in, above it those to return to. */
  #frame: Frame<State> | undefined;
  #untilBreath: number = limits.yieldEntries;

  constructor(context: WalkContext, { path, entry }: WalkStart, options: WalkOptions<State>, visit: Visit) {
    this.#context = context;
    this.#filter = options.filter;
    this.#kinds = options.filter.kinds;
    this.#includeHidden = options.includeHidden ?? false;
    this.#levels = options.depth ?? Number.POSITIVE_INFINITY;
    this.#visit = visit;
    this.#planner = new Planner({ ...options, listings: context.listings, open: context.see === undefined });
    const plan = this.#planner.planFor({ state: options.filter.start, ignore: context.ignore?.level, spared: false });
    this.#holder = new Frame(undefined, this.#listingOf(entry), plan, path === "" || path === "/" ? path : `${path}/`);
    this.#frame = this.#holder;
  }

  get entry(): Entry {
    return this.#holder.entry;
  }

  get kind(): Entry["kind"] {
    return this.#holder.kind;
  }

  get depth(): number {
    return this.#holder.depth;
  }

  directory(): string {
    return this.#holder.prefix;
  }

  path(): string {
    return this.#holder.prefix + this.name;
  }

  toEnd(): MaybePromise<Skipped> {
    const pause = this.#advance();
    return pause === undefined ? this.#finish() : this.#resume(pause);
  }

  async #resume(first: Promise<void>): Promise<Skipped> {
    for (let pause: Promise<void> | undefined = first; pause !== undefined; pause = this.#advance()) {
      await pause;
      throwIfAborted(this.#context.signal);
    }
    return this.#finish();
  }

  #finish(): Skipped {
    throwIfAborted(this.#context.signal);
    this.#planner.finish();
    return this.#context.skipped;
  }

  /** Until the end, or until something has to be waited for. */
  #advance(): Promise<void> | undefined {
    for (let frame = this.#frame; frame !== undefined; frame = this.#frame) {
      if (!this.#planner.next(frame)) this.#frame = frame.parent;
      else {
        const pause = this.#turnTo(frame);
        if (pause !== undefined) return pause;
        if (--this.#untilBreath === 0) return this.#breathe();
      }
    }
    return undefined;
  }

  #breathe(): Promise<void> {
    this.#untilBreath = limits.yieldEntries;
    return breathe();
  }

  #turnTo(frame: Frame<State>): Promise<void> | undefined {
    if (frame.action === action.take) return this.#show(frame, frame.name);
    return frame.action === action.enter && this.#descend(frame) ? undefined : this.#meet(frame);
  }

  /** Into a directory that an earlier walk entered under the same ignore rules, when nothing has changed since: not even its name is looked at. */
  #descend(frame: Frame<State>): boolean {
    const { ignore, beneath } = frame.plan;
    const known = frame.listing.entered[frame.at];
    if (known === undefined || known.checked !== this.#context.lastCommit()) return false;
    if (beneath === undefined || frame.depth >= this.#levels || (ignore !== undefined && known.under !== ignore)) return false;
    const inside = ignore && known.inside;
    this.#frame = frame.enter(known.listing, this.#planner.planFor({ state: beneath, ignore: inside, spared: known.spared }, frame.plan));
    return true;
  }

  /** One entry: passed by, counted as skipped, or visited and entered. */
  #meet(frame: Frame<State>): Promise<void> | undefined {
    const { name } = frame;
    const state = this.#filter.step(frame.plan.state, name);
    if (state === undefined) return undefined;
    const { kind } = frame;
    const accepted = state.accepts && this.#isWanted(kind);
    const opens = state.opens && kind === "directory" && frame.depth < this.#levels;
    if (!accepted && !opens) return undefined;
    const reason = this.#skipReason(frame, { name, kind });
    if (reason !== undefined) {
      this.#context.skipped[reason]++;
      return undefined;
    }
    const below = opens ? { name, state } : undefined;
    return accepted ? this.#show(frame, name, below) : this.#enter(frame, below);
  }

  /** By hand, as it is asked of every entry: `includes` takes longer than all the rest. */
  #isWanted(kind: Entry["kind"]): boolean {
    if (this.#kinds === undefined) return true;
    for (const wanted of this.#kinds) if (wanted === kind) return true;
    return false;
  }

  #skipReason(frame: Frame<State>, { name, kind }: Pick<Walked, "name" | "kind">): keyof Skipped | undefined {
    const { state, ignore } = frame.plan;
    if (name.charCodeAt(0) === dot) {
      if (!this.#includeHidden && !this.#filter.unhides(state, name)) return "hidden";
      if (name === ".git") return "ignored"; // no option opens it: only a path that names it does
    }
    if (ignore !== undefined && ignore.skips(name, kind === "directory")) return "ignored";
    const { see } = this.#context;
    const sight = see && see(frame.prefix + name, frame.entry)?.sight;
    return sight === "hidden" || sight === "protected" ? "protected" : undefined;
  }

  #show(frame: Frame<State>, name: string, below?: Below<State>): Promise<void> | undefined {
    this.#holder = frame;
    this.name = name;
    const goOn = this.#visit(this);
    if (isPromise(goOn)) return goOn.then((yes) => this.#answered(frame, yes, below));
    return this.#answered(frame, goOn, below);
  }

  #answered(frame: Frame<State>, goOn: boolean, below: Below<State> | undefined): Promise<void> | undefined {
    if (goOn) return this.#enter(frame, below);
    this.#frame = undefined;
    return undefined;
  }

  #enter(frame: Frame<State>, below: Below<State> | undefined): Promise<void> | undefined {
    if (below === undefined) return undefined;
    const entered = this.#entered(frame, below);
    const { listing } = entered;
    const rules = frame.plan.ignore && (listing.hasHidden ? this.#context.ignore?.rulesOf(listing.children) : noRules);
    if (!isPromise(rules)) return this.#push(frame, below, { entered, rules });
    return rules.then((read) => this.#push(frame, below, { entered, rules: read }));
  }

  /** As the last walk left it, when nothing has changed in the whole tree since. */
  #entered(frame: Frame<State>, { name }: Below<State>): Entered {
    const known = frame.listing.entered[frame.at];
    if (known !== undefined && known.checked === this.#context.lastCommit()) return known;
    return (frame.listing.entered[frame.at] = this.#read(frame, name));
  }

  /** One that cannot be read has no children to show, and is tried and counted each time. */
  #read(frame: Frame<State>, name: string): Entered {
    const { lastCommit, listings, skipped, unreadable } = this.#context;
    const unknown = { under: undefined, inside: undefined, spared: false };
    try {
      return { listing: this.#listingOf(frame.entry as DirectoryEntry), checked: lastCommit(), ...unknown };
    } catch (error) {
      if (!isPortsideError(error, "io_error")) throw error;
      if (unreadable === "abort") throw fail("io_error", { path: frame.prefix + name, operation: "list", reason: error.details.reason });
      skipped.read_error++;
      return { listing: listings.of([]), checked: undefined, ...unknown };
    }
  }

  #listingOf(entry: DirectoryEntry): Listing {
    const { volume, listings } = this.#context;
    return listings.of(childrenOf(volume, entry));
  }

  #push(
    frame: Frame<State>,
    { name, state }: Below<State>,
    { entered, rules }: { readonly entered: Entered; readonly rules: DirectoryRules | undefined },
  ): undefined {
    const { ignore } = frame.plan;
    const inside = rules && ignore?.enter(name, rules);
    const spared = rules !== undefined && inside !== undefined && isLasting(rules) && this.#remember(entered, ignore, inside);
    this.#frame = frame.enter(entered.listing, this.#planner.planFor({ state, ignore: inside, spared }, frame.plan));
  }

  /** What a later walk need not find out. Returns whether the rules spare all visible files. */
  #remember(entered: Entered, under: IgnoreLevel | undefined, inside: IgnoreLevel): boolean {
    entered.under = under;
    if (entered.inside !== inside) {
      entered.inside = inside;
      entered.spared = this.#context.listings.areSpared(entered.listing, inside);
    }
    return entered.spared;
  }
}

/** Whether they stand in the children alone: not in a `.git`, nor in a file that could not be read, which is counted each time. */
function isLasting(rules: DirectoryRules): boolean {
  return rules === noRules || (rules.gitignore !== undefined && rules.repository === undefined);
}

/** A directory to be entered: the one at hand. */
interface Below<State> {
  readonly name: string;
  readonly state: State;
}
