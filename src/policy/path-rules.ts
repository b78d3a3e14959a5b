import { isInside, parent, relativeTo, type VolumePath } from "../core/path.ts";
import { compileFilter, type PathFilter } from "../engines/glob/index.ts";
import type { Guard, Sight } from "./guard.ts";

/** What holds for the paths that match, and for all that is below them. The reason is for the model. */
export type PathRule =
  | { readonly glob: PathFilter; readonly sight: Sight["sight"]; readonly reason: string }
  /** Ends the search: no later rule holds for this name. What its directories are stays. */
  | { readonly glob: PathFilter; readonly sight: "open" };

const secret = "it looks like a file of secrets";

/** They come after the host's own: names of files that hold secrets by custom. */
const customaryRules: readonly PathRule[] = [
  { glob: ".env.example", sight: "open" },
  { glob: "{.env,.env.*,*.pem,*.key,id_*}", sight: "protected", reason: secret },
];

export interface PathRuleOptions {
  /** In front of the customary ones, which protect `.env`, `.env.*` but `.env.example`, `*.pem`, `*.key` and `id_*`. */
  readonly rules?: readonly PathRule[];
  readonly root: VolumePath;
  /** Called with each hidden or protected path that a call comes across, whole, before it is left out or refused. */
  readonly onBlocked?: (path: VolumePath) => void;
}

/**
 * A guard that hides, protects and locks paths. A pattern without `/` is tested against names at any depth, one with `/` against the whole path from
 * the root; letter case makes no difference, for it makes none on many a disk. The first rule that matches decides for a name; of what holds for
 * a path and for the directories above it, the strictest counts. Throws invalid_glob.
 */
export function createPathRules({ rules = [], root, onBlocked }: PathRuleOptions): Guard {
  const tests = [...rules, ...customaryRules].map((rule) => ({ rule, matches: testOf(rule) }));
  const sightIn = lastOnly((directory) => sightOf(directory));

  function sightOf(path: VolumePath): Sight | undefined {
    if (path === root || path === "/") return undefined;
    const name = isInside(path, root) ? relativeTo(path, root) : path.slice(1);
    const rule = tests.find(({ matches }) => matches(name))?.rule;
    const own = rule === undefined || rule.sight === "open" ? undefined : rule;
    return stricter(sightIn(parent(path)), own);
  }

  return {
    see(path) {
      const sight = sightOf(path);
      if (sight && sight.sight !== "locked") onBlocked?.(path);
      return sight;
    },
  };
}

function testOf({ glob }: PathRule): (path: string) => boolean {
  return typeof glob === "string" ? compileFilter(glob, { ignoreCase: true }) : glob;
}

const strictness = ["locked", "protected", "hidden"];

function stricter(a: Sight | undefined, b: Sight | undefined): Sight | undefined {
  if (!a || !b) return a ?? b;
  return strictness.indexOf(b.sight) > strictness.indexOf(a.sight) ? b : a;
}

/** A walk asks for one name after another of the same directory. */
function lastOnly<T>(compute: (path: VolumePath) => T): (path: VolumePath) => T {
  let last: { readonly path: VolumePath; readonly value: T } | undefined;
  return (path) => {
    if (last?.path !== path) last = { path, value: compute(path) };
    return last.value;
  };
}
