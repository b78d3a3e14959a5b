import { compileGlob } from "../../../src/engines/glob/index.ts";
import { codemeldignoreMatcher, gitignoreMatcher, type IgnoreMatcher } from "../../../src/engines/ignore/index.ts";

/** In units of `measureUnit`, compiling included. */
const bound = 0.3;
const runs = 9;

const longName = "a".repeat(60);
const deepPath = Array.from({ length: 60 }, () => "a").join("/");
/** 621 characters, for stars in two components at once. */
const wideDeepPath = `${Array.from({ length: 62 }, () => "aaaaaaaaa").join("/")}/c`;

/** What hangs a backtracking matcher, each on a path that all but matches. */
const cases: readonly (readonly [pattern: string, path: string])[] = [
  ...[3, 5, 6, 8].map((times) => [`${"a*".repeat(times)}b`, longName] as const),
  ...[5, 7, 8].map((times) => [`${"**/a/".repeat(times)}b`, deepPath] as const),
  [`${"*?".repeat(8)}b`, longName],
  ...[6, 8, 10].map((times) => [`${"{a*,*a}".repeat(times)}b`, longName] as const),
  ["**/*a*a*/**/*a*a*/**/b", wideDeepPath],
];

/** Every pattern as a glob, as a line of a `.gitignore` and as one of a codemeldignore. */
export function measurePathological(unit: number): readonly boolean[] {
  return cases.flatMap(([pattern, path]) => [
    verdict(`glob ${pattern}`, unit, () => compileGlob(pattern).matches(path)),
    verdict(`.gitignore ${pattern}`, unit, () => skips(gitignoreMatcher({ global: pattern }), path)),
    verdict(`codemeldignore ${pattern}`, unit, () => skips(codemeldignoreMatcher([{ path: "list", text: pattern }]), path)),
  ]);
}

function verdict(what: string, unit: number, matches: () => boolean): boolean {
  const times = Array.from({ length: runs }, () => timeOf(matches));
  const units = Math.min(...times) / unit;
  console.log(`${what}: ${units.toFixed(3)} U, at most ${bound}: ${units <= bound ? "kept" : "missed"}`);
  return units <= bound;
}

function timeOf(matches: () => boolean): number {
  const start = performance.now();
  if (matches()) throw new Error("It matches.");
  return performance.now() - start;
}

function skips(matcher: IgnoreMatcher | undefined, path: string): boolean {
  const names = path.split("/");
  let level = matcher?.start({});
  return names.some((name, index) => {
    const skipped = level?.skips(name, index < names.length - 1) ?? false;
    level = level?.enter(name, {});
    return skipped;
  });
}
