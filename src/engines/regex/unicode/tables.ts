import type { FoldingTable } from "../case-fold.ts";
import type { Ranges } from "../code-point-set.ts";
import { findProperty } from "./property.ts";
import type { PropertyFault, PropertyTables } from "./property.ts";
import { rangesOf, unpackBoundaries } from "./boundaries.ts";
import { unpackNumbers } from "./pack.ts";

/** Thrown where a table decides that was not loaded; `loadTable` brings it, and the work is done again. */
export class TableMissing extends Error {
  readonly table: TableName;

  constructor(table: TableName) {
    super(`The Unicode table ${table} is not loaded.`);
    this.table = table;
  }
}

export type TableName = "perl-classes" | "case-folding" | "properties";

type PerlName = "digit" | "space" | "word";

const perl = new Map<PerlName, Ranges>();
let folding: FoldingTable | undefined;
let properties: PropertyTables | undefined;

/** Only what a pattern needs is loaded, and once. */
export async function loadTable(table: TableName): Promise<void> {
  if (table === "perl-classes") {
    const { perlClasses } = await import("./perl-classes.ts");
    for (const name of ["digit", "space", "word"] as const) perl.set(name, rangesOf(unpackBoundaries(perlClasses[name])));
  } else if (table === "case-folding") {
    folding = foldingTable((await import("./case-folding.ts")).caseFolding);
  } else {
    properties = await import("./properties.ts");
  }
}

/** `\d` `\s` `\w`. Throws TableMissing. */
export function perlClass(name: PerlName): Ranges {
  const ranges = perl.get(name);
  if (ranges === undefined) throw new TableMissing("perl-classes");
  return ranges;
}

/** Throws TableMissing. */
export function caseFolding(): FoldingTable {
  if (folding === undefined) throw new TableMissing("case-folding");
  return folding;
}

/** `\p{name}` or `\p{name=value}`, with loose names, or why there is none. Throws TableMissing. */
export function property(name: string, value?: string): Ranges | PropertyFault {
  if (properties === undefined) throw new TableMissing("properties");
  return findProperty(properties, name, value);
}

/** From each character and what it folds to, the characters that fold to the same. */
function foldingTable(packed: string): FoldingTable {
  const numbers = unpackNumbers(packed);
  const classes = new Map<number, number[]>();
  let from = 0;
  for (let i = 0; i < numbers.length; i += 2) {
    from += numbers[i] as number;
    const to = from + unzigzag(numbers[i + 1] as number);
    classes.set(to, [...(classes.get(to) ?? [to]), from]);
  }
  return new Map([...classes.values()].flatMap((equals) => equals.map((point) => [point, equals])));
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
