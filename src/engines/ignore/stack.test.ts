import { expect, test } from "vitest";
import { gitignoreMatcher, hostMatcher, stackMatchers, type IgnoreMatcher } from "./index.ts";

/** Writes down what it is asked; skips one name. */
function recorder(name: string, asked: string[]): IgnoreMatcher {
  const level = {
    skips: (child: string): boolean => {
      asked.push(`${name} ${child}`);
      return child === name;
    },
    spares: () => false,
    enter: () => level,
  };
  return { readsDirectories: false, start: () => level };
}

test("matchers are asked in order, and the first to skip wins", () => {
  const asked: string[] = [];
  const level = stackMatchers([recorder("a", asked), recorder("b", asked)])
    .start({})
    .enter("x", {});
  expect(["a", "b", "c"].map((name) => level.skips(name, false))).toEqual([true, true, false]);
  expect(asked).toEqual(["a a", "a b", "b b", "a c", "b c"]);
});

test("none can take back what another skips", () => {
  const level = stackMatchers([gitignoreMatcher(), hostMatcher()]).start({ gitignore: "!node_modules/\n*.log\n" }).enter("sub", {});
  expect([level.skips("node_modules", true), level.skips("a.log", false), level.skips("a.txt", false)]).toEqual([true, true, false]);
});

test("each follows the walk by its own rules", () => {
  const root = stackMatchers([gitignoreMatcher(), hostMatcher(["/a/b"])]).start({ gitignore: "/a/c\n" });
  const level = root.enter("a", { gitignore: "d\n" });
  expect(["b", "c", "d", "e"].map((name) => level.skips(name, false))).toEqual([true, true, true, false]);
  expect(["b", "c", "d", "e"].map((name) => level.enter("x", {}).skips(name, false))).toEqual([false, false, true, false]);
});

test("directories are read for as long as one of them needs it", () => {
  expect(stackMatchers([hostMatcher(), gitignoreMatcher()]).readsDirectories).toBe(true);
  expect(stackMatchers([hostMatcher(), hostMatcher()]).readsDirectories).toBe(false);
});

test("no matcher skips nothing", () => {
  const none = stackMatchers([]);
  expect([none.readsDirectories, none.start({}).skips(".git", true), none.start({}).enter("a", {}).skips("b", false)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("where the same rules hold the level is the same, also in the next walk", () => {
  const matcher = stackMatchers([gitignoreMatcher(), hostMatcher(["/a/b/c"])]);
  const rules = { gitignore: "/a/*/d\n*.log\n" };
  const walk = (): readonly unknown[] => {
    const root = matcher.start(rules);
    const a = root.enter("a", {});
    return [root, root.enter("x", {}), a, a.enter("b", {}), a.enter("x", {}), a.enter("y", {}), a.enter("z", { gitignore: "e\n" })];
  };
  const [first, second] = [walk(), walk()];
  expect(second.map((level, index) => level === first[index])).toEqual(first.map(() => true));
  const [root, x, a, b, , y, z] = first;
  expect([root === x, a === root, b === y, z === y]).toEqual([false, false, false, false]);
  expect(first[4]).toBe(y);
});
