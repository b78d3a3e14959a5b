import { expect, test } from "vitest";
import { compileFilter, compileFilters } from "./index.ts";

const paths = ["a.ts", "src/a.ts", "src/b/c.test.ts", "src/b/c.md", "lib/a.js"];

test("a pattern without a slash is tested against the name at any depth", () => {
  expect(paths.filter(compileFilter("*.ts"))).toEqual(["a.ts", "src/a.ts", "src/b/c.test.ts"]);
  expect(paths.filter(compileFilter("A.?S", { ignoreCase: true }))).toEqual(["a.ts", "src/a.ts", "lib/a.js"]);
});

test("a pattern with a slash is tested against the whole path", () => {
  expect(paths.filter(compileFilter("src/*.ts"))).toEqual(["src/a.ts"]);
  expect(paths.filter(compileFilter("src/**"))).toEqual(["src/a.ts", "src/b/c.test.ts", "src/b/c.md"]);
  expect(paths.filter(compileFilter("{b/c.md,src/a.ts}"))).toEqual(["src/a.ts"]);
});

test("a malformed pattern is refused before any path is looked at", () => {
  expect(() => compileFilter("a/[")).toThrow(
    expect.objectContaining({ code: "invalid_glob", details: { pattern: "a/[", offset: 2, reason: "unclosed_class" } }),
  );
  expect(() => compileFilters({ exclude: ["{"] })).toThrow(expect.objectContaining({ code: "invalid_glob" }));
});

test("a path passes one of the included and none of the excluded filters", () => {
  expect(paths.filter(compileFilters({ include: ["*.ts", "*.md"], exclude: ["*.test.*", "a.ts"] }))).toEqual(["src/b/c.md"]);
});

test("without an include list every path passes, with an empty one none does", () => {
  expect(paths.filter(compileFilters({}))).toEqual(paths);
  expect(paths.filter(compileFilters({ exclude: ["src/**"] }))).toEqual(["a.ts", "lib/a.js"]);
  expect(paths.filter(compileFilters({ include: [] }))).toEqual([]);
});

test("functions are filters too, and get the whole path", () => {
  const isShallow = (path: string): boolean => !path.includes("/");
  expect(paths.filter(compileFilters({ include: [isShallow, "*.js"] }))).toEqual(["a.ts", "lib/a.js"]);
  expect(paths.filter(compileFilters({ exclude: [isShallow] }))).toEqual(paths.slice(1));
});
