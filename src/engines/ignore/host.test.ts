import { expect, test } from "vitest";
import { defaultHostRules, hostMatcher } from "./index.ts";

test("leaves out node_modules and .git by default, as directories and at any depth", () => {
  expect(defaultHostRules).toEqual(["node_modules/", ".git/"]);
  const root = hostMatcher().start({});
  const level = root.enter("packages", {}).enter("a", {});
  expect([root, level].map((at) => at.skips("node_modules", true))).toEqual([true, true]);
  expect([root, level].map((at) => at.skips(".git", true))).toEqual([true, true]);
  expect([level.skips("node_modules", false), level.skips("src", true)]).toEqual([false, false]);
});

test("reads the lines as a .gitignore at the root", () => {
  const root = hostMatcher(["# generated", "/dist", "*.log", "!keep.log", "a/b"]).start({});
  expect(["dist", "x.log", "keep.log", "b"].map((name) => root.skips(name, false))).toEqual([true, true, false, false]);
  expect(root.enter("a", {}).skips("b", false)).toBe(true);
  expect(root.enter("a", {}).skips("dist", false)).toBe(false);
});

test("an empty list leaves nothing out", () => {
  expect(hostMatcher([]).start({}).skips("node_modules", true)).toBe(false);
});

test("no directory has a say in it", () => {
  const matcher = hostMatcher();
  expect(matcher.readsDirectories).toBe(false);
  const nested = matcher.start({ gitignore: "!node_modules/\n" }).enter("nested", { repository: {}, gitignore: "!node_modules/\n*.log\n" });
  expect([nested.skips("node_modules", true), nested.skips("a.log", false)]).toEqual([true, false]);
});

test("compares without case when asked to", () => {
  expect(hostMatcher(["Build/"], { ignoreCase: true }).start({}).enter("X", {}).skips("BUILD", true)).toBe(true);
  expect(hostMatcher(["Build/"]).start({}).skips("build", true)).toBe(false);
});
