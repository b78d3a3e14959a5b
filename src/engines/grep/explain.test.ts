import { describe, expect, test } from "vitest";
import { compileSearch } from "./compile-search.ts";
import { explainSearch, needsNul } from "./explain.ts";

describe("how a search goes about its work", () => {
  test.each<readonly [string, string, readonly string[]]>([
    ["", "every_line", []],
    ["foo.bar", "needle_then_automaton", ["foo"]],
    ["getNode", "needle", ["getNode"]],
    ["Type(Ex|Fo)?x*", "needle_then_automaton", ["Type"]],
    ["todo|fixme", "needle", ["todo", "fixme"]],
    ["\\bkey\\b", "needle", ["key"]],
    ["^import", "needle", ["import"]],
    ["[a-z]{20}", "automaton", []],
    ["\\w+ = \\w+", "needle_then_automaton", [" = "]],
  ])("%j by %s", async (pattern, matcher, literals) => {
    expect(explainSearch(await compileSearch({ pattern }))).toMatchObject({ matcher, literals });
  });

  test("without case a literal is one of sets", async () => {
    const { literals } = explainSearch(await compileSearch({ pattern: "fix", case: "insensitive" }));
    expect(literals).toEqual(["[Ff][Ii][Xx]"]);
  });

  test("the tree has the flags worked in", async () => {
    const { tree } = explainSearch(await compileSearch({ pattern: "a+?|^b{2,3}(?i)é" }));
    expect(tree).toBe('(alternation (repeat 1 Infinity lazy "a") (concatenation line_start (repeat 2 3 "b") [C9-C9 E9-E9]))');
  });

  test("a pattern that must match NUL is known", async () => {
    const needs = async (pattern: string): Promise<boolean> => needsNul((await compileSearch({ pattern })).hir);
    expect(await needs("a\\x00b")).toBe(true);
    expect(await needs("a\\x00?b|[\\x00a]")).toBe(false);
  });
});
