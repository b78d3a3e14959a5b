/** A made-up project; the same size and seed make the same one. Paths are relative to its root. */
export interface MadeProject {
  /** A parent before what is in it. */
  readonly directories: readonly string[];
  /** In the order of a listing, as an archive or a checkout brings them. */
  readonly files: readonly string[];
  /** Contents of those files that are ignore rules. */
  readonly rules: ReadonlyMap<string, string>;
}

/** Extensions and their share in percent, as in a project with its dependencies beside it. */
const shares: readonly (readonly [string, number])[] = [
  ["js", 42],
  ["map", 15],
  ["d.ts", 11],
  ["json", 9],
  ["md", 7],
  ["ts", 6],
  ["tsx", 3],
  ["css", 2],
  ["svg", 2],
  ["yml", 2],
  ["", 1],
];

const words = [
  ..."access batch client core data edit error event field file filter index item list loader main model node parser path plan".split(" "),
  ..."query range reader result route rule schema server service state store test text token tree type user util value view".split(" "),
];

const rootRules = [
  "# dependencies and what a build leaves behind",
  ..."node_modules/ /dist /build *.log .DS_Store .env* !.env.example coverage/ *.tsbuildinfo tmp/ .cache /out/ *.local *~".split(" "),
].join("\n");

const packageRules = "dist/\n*.generated.ts\n/.turbo\n";

const directoriesOfPackage = 9;

/** Packages of nine directories, up to five levels deep, with 16 files each on average; every tenth has ignore rules of its own. */
export function makeProject(size: number, seed: number): MadeProject {
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const directories = ["packages"];
  const files = [".gitignore"];
  const rules = new Map([[".gitignore", rootRules]]);

  function fill(directory: string): void {
    for (let left = 8 + Math.floor(random() * 17); left > 0 && files.length < size; left--) {
      const extension = extensionAt(random() * 100);
      files.push(`${directory}/${pick(words)}-${pick(words)}-${left}${extension === "" ? "" : `.${extension}`}`);
    }
  }

  function addPackage(number: number): void {
    const top = `packages/${pick(words)}-${number}`;
    const made = [top, `${top}/src`, `${top}/test`];
    while (made.length < directoriesOfPackage) {
      const below = pick(made.slice(1));
      if (below.split("/").length < 7) made.push(`${below}/${pick(words)}${made.length}`);
    }
    directories.push(...made);
    if (number % 10 === 0) rules.set(`${top}/.gitignore`, packageRules);
    if (number % 10 === 0) files.push(`${top}/.gitignore`);
    for (const directory of made) fill(directory);
  }

  for (let number = 0; files.length < size; number++) addPackage(number);
  return { directories, files: files.toSorted(byCodeUnits), rules };
}

function extensionAt(percent: number): string {
  let sum = 0;
  for (const [extension, share] of shares) {
    sum += share;
    if (percent < sum) return extension;
  }
  return "";
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
