import type { Segment } from "./segment.ts";

/** Any number of names, also none. */
export const globstar = "**";

/** What one component of an alternative asks for. */
export type Part = Segment | typeof globstar;

/** A place in the pattern: what the next name must be, and the place behind it. The end of the pattern has neither. */
export interface Place {
  readonly id: number;
  readonly part?: Part;
  readonly next?: Place;
  /** The end can be reached from here by names that are not empty, as those of a walk are. */
  readonly walkable: boolean;
  /** Places right before this one. Patterns that end alike share their places. */
  readonly before: Map<Part, Place>;
}

/** The places that the names walked so far can have reached. */
export interface State {
  readonly places: readonly Place[];
  readonly accepts: boolean;
  readonly opens: boolean;
  /** Worked out at the first step from here. */
  exits: Exits | undefined;
  readonly unions: Map<State, State>;
}

/** Where a name leads: to `stay`, and to the target of each segment it passes. */
interface Exits {
  /** Nothing but one segment leads on, as after "**": where a name that passes it leads, and where every other one does. */
  readonly only: { readonly test: (name: string) => boolean; readonly passed: State; readonly failed: State | undefined } | undefined;
  readonly stay: State;
  readonly named: ReadonlyMap<string, State>;
  readonly tested: readonly { readonly segment: Segment; readonly target: State }[];
}

/** Places that the cached states may hold before the cache starts afresh. */
const cachedPlaces = 262_144;

/** What a state costs beside its places, in places. */
const stateOverhead = 16;

/**
 * Matches a path name by name. Alternatives become one nondeterministic automaton whose steps are names; the deterministic one is built
 * from it where a walk asks for it, so a step costs no more than one test for each distinct segment that is possible at its place.
 */
export class Automaton {
  readonly start: State;
  readonly #states = new Map<string, State>();
  readonly #budget: number;
  #cached = 0;

  constructor(alternatives: readonly (readonly Part[])[], budget: number = cachedPlaces) {
    this.#budget = budget;
    this.start = this.#intern(firstPlaces(alternatives));
  }

  /** Undefined when the names lead nowhere. */
  step(state: State, name: string): State | undefined {
    // Between two steps only: the states of a step under way must stay as they are.
    if (this.#cached > this.#budget) this.#forget();
    const { only, stay, named, tested } = (state.exits ??= this.#findExits(state));
    if (only !== undefined) return only.test(name) ? only.passed : only.failed;
    let target = stay;
    // Most states name nothing, and looking up a name for the first time costs its hash.
    const hit = named.size === 0 ? undefined : named.get(name);
    if (hit !== undefined) target = this.#union(target, hit);
    for (const exit of tested) if (exit.segment.test(name)) target = this.#union(target, exit.target);
    return leadingOn(target);
  }

  /** The state that every name leads to, but for being accepted; undefined when names differ in what can come after them. */
  beneath({ places }: State): State | undefined {
    const stay = this.#intern(places.filter(({ part }) => part === globstar));
    const endsThere = places.every(({ part, next }) => part === undefined || part === globstar || next?.part === undefined);
    return stay.opens && endsThere ? stay : undefined;
  }

  /** A segment that begins with a literal dot is passed by `name` here. */
  unhides(state: State, name: string): boolean {
    if (!name.startsWith(".")) return false;
    const { named, tested } = (state.exits ??= this.#findExits(state));
    return named.has(name) || tested.some(({ segment }) => segment.dotted && segment.test(name));
  }

  #findExits(state: State): Exits {
    const stay: Place[] = [];
    const named = new Map<string, Place[]>();
    const tested = new Map<Segment, Place[]>();
    for (const place of state.places) {
      if (place.part === undefined) continue;
      if (place.part === globstar) stay.push(place);
      else if (place.part.literal !== undefined) append(named, place.part.literal, place.next as Place);
      else append(tested, place.part, place.next as Place);
    }
    const exits = {
      stay: this.#intern(stay),
      named: new Map(Array.from(named, ([name, places]) => [name, this.#intern(places)])),
      tested: Array.from(tested, ([segment, places]) => ({ segment, target: this.#intern(places) })),
    };
    return { only: this.#onlyExit(exits), ...exits };
  }

  #onlyExit({ stay, named, tested }: Omit<Exits, "only">): Exits["only"] {
    const [exit] = tested;
    if (exit === undefined || tested.length > 1 || named.size > 0) return undefined;
    return { test: exit.segment.test, passed: this.#union(stay, exit.target), failed: leadingOn(stay) };
  }

  #union(a: State, b: State): State {
    let union = a.unions.get(b);
    if (union === undefined) {
      union = this.#intern([...a.places, ...b.places]);
      a.unions.set(b, union);
    }
    return union;
  }

  #intern(places: Iterable<Place>): State {
    const closed = close(places);
    const key = keyOf(closed);
    let state = this.#states.get(key);
    if (state === undefined) {
      state = stateOf(closed);
      this.#states.set(key, state);
      this.#cached += closed.length + stateOverhead;
    }
    return state;
  }

  #forget(): void {
    for (const state of this.#states.values()) {
      state.exits = undefined;
      state.unions.clear();
    }
    this.#states.clear();
    this.#states.set(keyOf(this.start.places), this.start);
    this.#cached = 0;
  }
}

function leadingOn(state: State): State | undefined {
  return state.places.length === 0 ? undefined : state;
}

/** Builds the places of all alternatives from their ends, and returns where each begins. */
function firstPlaces(alternatives: readonly (readonly Part[])[]): Place[] {
  const end: Place = { id: 0, walkable: true, before: new Map() };
  let count = 1;
  const precede = (next: Place, part: Part): Place => {
    const known = next.before.get(part);
    if (known !== undefined) return known;
    const walkable = next.walkable && (part === globstar || part.literal !== "");
    const place: Place = { id: count++, part, next, walkable, before: new Map() };
    next.before.set(part, place);
    return place;
  };
  return alternatives.map((parts) => parts.reduceRight(precede, end));
}

/** The places and, as a globstar may take no name, those behind their globstars; in order of id. */
function close(places: Iterable<Place>): Place[] {
  const reached = new Set<Place>();
  for (const first of places) {
    let place: Place | undefined = first;
    while (place !== undefined && !reached.has(place)) {
      reached.add(place);
      place = place.part === globstar ? place.next : undefined;
    }
  }
  return [...reached].toSorted((a, b) => a.id - b.id);
}

function keyOf(places: readonly Place[]): string {
  return places.map(({ id }) => id).join();
}

function stateOf(places: readonly Place[]): State {
  return {
    places,
    accepts: places.some(({ part }) => part === undefined),
    opens: places.some(({ part, walkable }) => part !== undefined && walkable),
    exits: undefined,
    unions: new Map(),
  };
}

function append<K>(groups: Map<K, Place[]>, key: K, place: Place): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [place]);
  else group.push(place);
}
