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

/** A directory being walked: which child is next, and what is looked for and ignored among its children. */
interface Frame<State> {
  readonly parent: Frame<State> | undefined;
  readonly name: string;
  /** What comes before the names of its children: known of the start, elsewhere put together when it is first asked for. */
  prefix: string | undefined;
  /** Of its children. */
  readonly depth: number;
  readonly state: State;
  readonly ignore: IgnoreLevel | undefined;
  readonly children: readonly Child[];
  next: number;
}

function prefixOf(frame: Frame<unknown>): string {
  frame.prefix ??= `${prefixOf(frame.parent as Frame<unknown>)}${frame.name}/`;
  return frame.prefix;
}

/**
 * The loop over an explicit stack, so that it can be left at any entry and taken up again. It is also what a visitor is shown. Half a million
 * entries go through it in the time of a few screen refreshes: nothing is made for an entry that is not in the answer, not even its path.
 */
class Walk<State extends WalkState> implements Walked {
  name = "";
  entry: Entry;
  readonly #context: WalkContext;
  readonly #filter: WalkFilter<State>;
  readonly #kinds: readonly Entry["kind"][] | undefined;
  readonly #includeHidden: boolean;
  readonly #levels: number;
  readonly #visit: Visit;
  /** Of the entry at hand. */
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
    this.entry = entry;
    const children = childrenOf(context.volume, entry);
    const ignore = context.ignore?.level;
    const prefix = path === "" || path === "/" ? path : `${path}/`;
    this.#holder = { parent: undefined, name: "", prefix, depth: 1, state: this.#filter.start, ignore, children, next: 0 };
    this.#frame = this.#holder;
  }

  get depth(): number {
    return this.#holder.depth;
  }

  directory(): string {
    return prefixOf(this.#holder);
  }

  path(): string {
    return prefixOf(this.#holder) + this.name;
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
    return this.#context.skipped;
  }

  /** Until the end, or until something has to be waited for. */
  #advance(): Promise<void> | undefined {
    for (let frame = this.#frame; frame !== undefined; frame = this.#frame) {
      const child = frame.children[frame.next++];
      if (child === undefined) this.#frame = frame.parent;
      else {
        const pause = this.#meet(frame, child);
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

  /** One entry: passed by, counted as skipped, or visited and entered. */
  #meet(frame: Frame<State>, child: Child): Promise<void> | undefined {
    const { name, entry } = child;
    const state = this.#filter.step(frame.state, name);
    if (state === undefined) return undefined;
    const accepted = state.accepts && this.#isWanted(entry);
    const below = state.opens && entry.kind === "directory" && frame.depth < this.#levels ? entry : undefined;
    if (!accepted && below === undefined) return undefined;
    const reason = this.#skipReason(frame, name, entry);
    if (reason !== undefined) {
      this.#context.skipped[reason]++;
      return undefined;
    }
    const onward = below && { name, entry: below, state };
    return accepted ? this.#show(frame, child, onward) : this.#enter(frame, onward);
  }

  /** By hand, as it is asked of every entry: `includes` takes longer than all the rest. */
  #isWanted({ kind }: Entry): boolean {
    if (this.#kinds === undefined) return true;
    for (const wanted of this.#kinds) if (wanted === kind) return true;
    return false;
  }

  #skipReason(frame: Frame<State>, name: string, entry: Entry): keyof Skipped | undefined {
    if (name.charCodeAt(0) === dot) {
      if (!this.#includeHidden && !this.#filter.unhides(frame.state, name)) return "hidden";
      if (name === ".git") return "ignored"; // no option opens it: only a path that names it does
    }
    const { ignore } = frame;
    if (ignore !== undefined && ignore.skips(name, entry.kind === "directory")) return "ignored";
    const { see } = this.#context;
    const sight = see && see(prefixOf(frame) + name, entry)?.sight;
    return sight === "hidden" || sight === "protected" ? "protected" : undefined;
  }

  #show(frame: Frame<State>, { name, entry }: Child, below: Below<State> | undefined): Promise<void> | undefined {
    this.#holder = frame;
    this.name = name;
    this.entry = entry;
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
    const children = this.#read(frame, below);
    const rules = frame.ignore && this.#context.ignore?.rulesOf(children);
    if (!isPromise(rules)) return this.#push(frame, below, { children, rules });
    return rules.then((read) => this.#push(frame, below, { children, rules: read }));
  }

  /** One that cannot be read has no children to show, and is counted. */
  #read(frame: Frame<State>, { name, entry }: Below<State>): readonly Child[] {
    const { volume, skipped, unreadable } = this.#context;
    try {
      return childrenOf(volume, entry);
    } catch (error) {
      if (!isPortsideError(error, "io_error")) throw error;
      if (unreadable === "abort") throw fail("io_error", { path: prefixOf(frame) + name, operation: "list", reason: error.details.reason });
      skipped.read_error++;
      return [];
    }
  }

  #push(
    parent: Frame<State>,
    { name, state }: Below<State>,
    { children, rules }: { readonly children: readonly Child[]; readonly rules: DirectoryRules | undefined },
  ): undefined {
    const ignore = rules && parent.ignore?.enter(name, rules);
    this.#frame = { parent, name, prefix: undefined, depth: parent.depth + 1, state, ignore, children, next: 0 };
  }
}

/** A directory to be entered. */
interface Below<State> {
  readonly name: string;
  readonly entry: DirectoryEntry;
  readonly state: State;
}
