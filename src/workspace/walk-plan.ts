import type { IgnoreLevel } from "../engines/ignore/index.ts";
import type { WalkFilter, WalkOptions, WalkState } from "./access.ts";
import { codeIn, lengthIn, type Listing, type Listings, mark } from "./directory-listings.ts";

/** What a planner has to know of its walk. */
export interface Planning<State extends WalkState> extends Pick<WalkOptions<State>, "filter" | "tally"> {
  readonly listings: Listings;
  /** Nobody has to be asked whether a file may be seen. */
  readonly open: boolean;
}

/** What a plan is made for: the state among the children of a directory, and the ignore rules there. */
export interface Circumstances<State> {
  readonly state: State;
  readonly ignore: IgnoreLevel | undefined;
  /** It is known that these leave no visible file out. */
  readonly spared: boolean;
}

/** What becomes of the children of a directory, wherever the circumstances are the same. */
export interface Plan<State> extends Circumstances<State> {
  /** State in every visible directory among them, where that is the same for all and none of them can be in the answer. */
  readonly beneath: State | undefined;
  /** By the child's code; 0 until it is met. */
  actions: Uint8Array;
  /** The same, but for what is known of the files. */
  counterpart: Plan<State> | undefined;
}

function alike<State>({ state, ignore }: Circumstances<State>, plan: Plan<State> | undefined): Plan<State> | undefined {
  return plan !== undefined && plan.state === state && plan.ignore === ignore ? plan : undefined;
}

/** Where a walk is in a directory. */
export interface Cursor<State> {
  readonly listing: Listing;
  readonly plan: Plan<State>;
  /** The child at hand; -1 before the first. */
  at: number;
  /** What becomes of it. */
  action: number;
  /** Where its name begins and ends in the listing's names. */
  start: number;
  end: number;
}

/** No such file is in the answer; each has to be looked at; all are in the answer; a directory whose name says nothing. */
export const action = { pass: 1, look: 2, take: 3, enter: 4 } as const;

/**
 * Decides once for each ending what a walk would find out name by name: of files that cannot be in the answer, and were not counted as skipped
 * either, none is looked at, and of those that are in it without doubt no more than has to be shown.
 */
export class Planner<State extends WalkState> {
  readonly #filter: WalkFilter<State>;
  readonly #listings: Listings;
  readonly #open: boolean;
  readonly #wantsFiles: boolean;
  readonly #wantsDirectories: boolean;
  readonly #tally: WalkOptions<State>["tally"];
  /** Files in the answer by the code of their ending, of a walk with a tally. */
  readonly #counts: number[] = [];
  #latest: Plan<State> | undefined;

  constructor({ filter, tally, listings, open }: Planning<State>) {
    this.#filter = filter;
    this.#listings = listings;
    this.#open = open;
    this.#wantsFiles = filter.kinds?.includes("file") ?? true;
    this.#wantsDirectories = filter.kinds?.includes("directory") ?? true;
    this.#tally = tally;
  }

  /** The same one as for the directory above or the one before, where they are alike: in most trees nearly all are. */
  planFor(wanted: Circumstances<State>, above?: Plan<State>): Plan<State> {
    const known = alike(wanted, above) ?? alike(wanted, this.#latest);
    if (known === undefined) return (this.#latest = this.#make(wanted));
    if (known.spared === wanted.spared) return known;
    return (known.counterpart ??= this.#make(wanted, known));
  }

  #make({ state, ignore, spared }: Circumstances<State>, counterpart?: Plan<State>): Plan<State> {
    const beneath = this.#open && !this.#wantsDirectories ? this.#filter.beneath?.(state) : undefined;
    return { state, ignore, spared, beneath, actions: this.#undecided(beneath), counterpart };
  }

  /** Moves on to the next child that the walk must turn to; false: there is none. Those in between are counted, where there is a tally. */
  next(cursor: Cursor<State>): boolean {
    const { plan, listing } = cursor;
    const { units } = listing;
    let start = cursor.end;
    for (let at = cursor.at + 1; at < units.length; at++) {
      const unit = units.charCodeAt(at);
      const code = codeIn(unit);
      const end = start + lengthIn(unit, listing, at);
      const next = plan.actions[code] || this.#decide(plan, code);
      if (next === action.take && this.#tally !== undefined) this.#counts[code] = (this.#counts[code] ?? 0) + 1;
      else if (next !== action.pass) {
        cursor.at = at;
        cursor.action = next;
        cursor.start = start;
        cursor.end = end;
        return true;
      }
      start = end;
    }
    return false;
  }

  /** Tells what was counted. */
  finish(): void {
    for (const [code, count] of this.#counts.entries()) if (count > 0) this.#tally?.(this.#listings.ending(code), count);
  }

  #undecided(beneath: State | undefined): Uint8Array {
    const actions = new Uint8Array(this.#listings.size);
    actions[mark.unsorted] = action.look;
    actions[mark.directory] = beneath === undefined ? action.look : action.enter;
    return actions;
  }

  #decide(plan: Plan<State>, code: number): number {
    if (code >= plan.actions.length) {
      const grown = this.#undecided(plan.beneath);
      grown.set(plan.actions);
      plan.actions = grown;
    }
    return (plan.actions[code] = this.#actionFor(plan, this.#listings.ending(code)));
  }

  #actionFor({ state, ignore, spared }: Plan<State>, ending: string): number {
    const share = this.#wantsFiles ? (this.#filter.share?.(state, ending) ?? "some") : "none";
    if (share === "none") return action.pass;
    return share === "all" && this.#open && (spared || ignore === undefined || ignore.spares(ending)) ? action.take : action.look;
  }
}
