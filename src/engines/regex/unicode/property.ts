import { differences, rangesOf, unpackBoundaries } from "./boundaries.ts";
import type { Boundaries } from "./boundaries.ts";
import { intersect, negate, union } from "../code-point-set.ts";
import type { Ranges } from "../code-point-set.ts";
import { unpackNumbers } from "./pack.ts";

export type PropertyFault = "unicode_property_not_found" | "unicode_property_value_not_found";

/** The generated tables. */
export interface PropertyTables {
  readonly properties: Readonly<Record<string, string>>;
  readonly aliases: string;
  readonly ages: { readonly versions: string; readonly starts: string; readonly indexes: string };
}

/** Properties that are named with a value, by every name. */
const valued: Readonly<Record<string, string>> = {
  gc: "gc",
  generalcategory: "gc",
  sc: "sc",
  script: "sc",
  scx: "scx",
  scriptextensions: "scx",
  gcb: "gcb",
  graphemeclusterbreak: "gcb",
  wb: "wb",
  wordbreak: "wb",
  sb: "sb",
  sentencebreak: "sb",
  age: "age",
};

/** Sets that have no table. */
const computed: Readonly<Record<string, (tables: PropertyTables) => Ranges>> = {
  "gc:any": () => [0, 0xd7ff, 0xe000, 0x10ffff],
  "gc:ascii": () => [0, 0x7f],
  "gc:assigned": (tables) => negate(rangesOf(boundariesOf(tables, "gc:unassigned"))),
};

/** Looks a property up under any of its names, as Rust's regex crate does: a binary property first, then a general category, then a script. */
export function findProperty(tables: PropertyTables, name: string, value?: string): Ranges | PropertyFault {
  const wanted = normalize(name);
  if (value === undefined) return firstOf(tables, binaryKeys(wanted)) ?? "unicode_property_not_found";
  const prefix = Object.hasOwn(valued, wanted) ? valued[wanted] : undefined;
  if (prefix === undefined) return "unicode_property_not_found";
  const bare = normalize(value);
  const found = prefix === "age" ? presentIn(tables, bare) : firstOf(tables, [`${prefix}:${bare}`]);
  return found ?? "unicode_property_value_not_found";
}

/** UTS 18: an age stands for all that its version of Unicode has, from the versions before as well. `3.2` may be written `v32`. */
function presentIn(tables: PropertyTables, wanted: string): Ranges | undefined {
  const { versions, starts, indexes } = tables.ages;
  const names = versions.split(" ");
  const version = names.findIndex((name) => wanted === name || wanted === `v${name.replace(".", "")}`);
  if (version < 0) return undefined;
  const places = unpackBoundaries(starts);
  const present = unpackNumbers(indexes).flatMap((index, at): [number, number][] =>
    index <= version ? [[places[at] as number, (places[at + 1] ?? 0x110000) - 1]] : [],
  );
  const reserved = differences(boundariesOf(tables, "gc:unassigned"), boundariesOf(tables, "noncharactercodepoint"));
  return intersect(union(present), negate(rangesOf(reserved)));
}

function binaryKeys(wanted: string): readonly string[] {
  return [...(wanted in valued ? [] : [wanted]), `gc:${wanted}`, `sc:${wanted}`];
}

function firstOf(tables: PropertyTables, keys: readonly string[]): Ranges | undefined {
  const names = aliasesOf(tables);
  for (const key of keys) {
    const canonical = names.get(key) ?? key;
    const compute = Object.hasOwn(computed, canonical) ? computed[canonical] : undefined;
    if (compute) return compute(tables);
    if (Object.hasOwn(tables.properties, canonical)) return rangesOf(boundariesOf(tables, canonical));
  }
  return undefined;
}

function boundariesOf(tables: PropertyTables, key: string): Boundaries {
  const parts = (tables.properties[key] as string).split("^");
  const own = unpackBoundaries(parts.pop() as string);
  return parts.reduce<Boundaries>((set, base) => differences(set, boundariesOf(tables, base)), own);
}

const parsedAliases = new WeakMap<PropertyTables, ReadonlyMap<string, string>>();

function aliasesOf(tables: PropertyTables): ReadonlyMap<string, string> {
  const known = parsedAliases.get(tables);
  if (known) return known;
  const parsed = new Map(tables.aliases.split(" ").map((entry) => entry.split("=") as [string, string]));
  parsedAliases.set(tables, parsed);
  return parsed;
}

/** UAX 44, LM3: case, spaces, `_`, `-` and a leading "is" do not count. `isc` is the one name that would lose its meaning. */
function normalize(name: string): string {
  const bare = name
    .toLowerCase()
    .replace(/^is/, "")
    .replaceAll(/[ _-]|[^\0-\x7f]/g, "");
  return bare === "c" && /^is/i.test(name) ? "isc" : bare;
}
