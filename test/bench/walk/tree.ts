/** A made-up project. The same seed and size make the same one. */
export interface MadeProject {
  /** Root-relative, a parent before what is in it. */
  readonly directories: readonly string[];
  /** Root-relative path and content of every file. */
  readonly files: readonly (readonly [string, string])[];
}

/** Extensions and their share, in percent, as in projects with their dependencies beside them. */
const shares: readonly (readonly [string, number])[] = [
  ["js", 34],
  ["ts", 17],
  ["d.ts", 12],
  ["map", 12],
  ["json", 8],
  ["md", 6],
  ["tsx", 4],
  ["css", 3],
  ["svg", 2],
  ["", 1],
  ["yml", 1],
];

const words =
  "access batch client core data edit error event field file filter index item list loader main model node parser path plan query range reader result route rule schema server service state store test text token tree type user util value view walk worker".split(
    " ",
  );

const rootRules =
  "# made by the build\nnode_modules/\n/dist\n/build\n*.log\n.DS_Store\n.env*\n!.env.example\ncoverage/\n*.tsbuildinfo\ntmp/\n.cache\n/out/\n*.local\n*~\n";

const packageRules = "dist/\n*.generated.ts\n/.turbo\n";

/** Packages of about 140 files, 16 files a directory, up to six levels deep; every file holds `content`. */
export function makeProject({
  size,
  seed,
  content,
}: {
  readonly size: number;
  readonly seed: number;
  readonly content: string;
}): MadeProject {
  const random = createRandom(seed);
  const directories = ["packages"];
  const files: [string, string][] = [[".gitignore", rootRules]];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

  function fill(directory: string, count: number): void {
    for (let index = 0; index < count && files.length < size; index++) {
      const extension = pickExtension(random() * 100);
      files.push([`${directory}/${pick(words)}-${pick(words)}-${index}${extension && `.${extension}`}`, content]);
    }
  }

  function makePackage(number: number): void {
    const top = `packages/${pick(words)}-${number}`;
    const made = [top, `${top}/src`, `${top}/test`, `${top}/docs`];
    while (made.length < 9) {
      const nested = `${pick(made.slice(1))}/${pick(words)}${made.length}`;
      if (nested.split("/").length <= 7) made.push(nested);
    }
    directories.push(...made);
    if (number % 10 === 0) files.push([`${top}/.gitignore`, packageRules]);
    for (const directory of made) fill(directory, 8 + Math.floor(random() * 16));
  }

  for (let number = 0; files.length < size; number++) makePackage(number);
  return { directories, files };
}

function pickExtension(percent: number): string {
  let sum = 0;
  for (const [extension, share] of shares) {
    sum += share;
    if (percent < sum) return extension;
  }
  return "ts";
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
