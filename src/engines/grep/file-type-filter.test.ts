import { describe, expect, test } from "vitest";
import { fileTypeFilter } from "./index.ts";
import { fileTypes } from "./file-types.ts";

describe("fileTypeFilter", () => {
  test.each<readonly [type: string, inside: readonly string[], outside: readonly string[]]>([
    ["go", ["a.go", "src/a.go", ".go"], ["a.gob", "go", "a.go/x"]],
    ["rust", ["src/lib.rs"], ["a.rst"]],
    ["ts", ["a.ts", "a.tsx", "b.mts"], ["a.js", "a.ts.map"]],
    ["c", ["a.c", "a.h", "a.H.in"], ["a.cc", "ac"]],
    ["make", ["Makefile", "deep/makefile", "GNUmakefile", "x.mk", "Makefile.am"], ["Make", "amakefile"]],
    ["docker", ["Dockerfile", "app/prod.Dockerfile.old"], ["dockerfile"]],
    ["asp", ["a.aspx.cs"], ["a.cs"]],
    ["readme", ["README.md", "docs/README"], ["readme.md"]],
  ])("%s", (type, inside, outside) => {
    const matches = fileTypeFilter(type);
    expect(inside.filter((path) => !matches(path))).toEqual([]);
    expect(outside.filter((path) => matches(path))).toEqual([]);
  });

  test.each([
    ["golang", "go"],
    ["javascript", "js"],
    ["tsx", "ts"],
    [".rs", "rust"],
    ["*.yml", "yaml"],
    ["pyton", "python"],
    ["Rust", "rust"],
    ["C++", "cpp"],
  ])("%s is unknown, and %s is offered", (type, nearest) => {
    expect(() => fileTypeFilter(type)).toThrow(
      expect.objectContaining({ code: "unknown_file_type", details: { type, nearest: expect.arrayContaining([nearest]) } }),
    );
  });

  test("a type filters by the name of a file, and an unknown one is an error that names it [#234]", () => {
    expect(["a/b.go", "b.rs", "b.ts"].filter(fileTypeFilter("rust"))).toEqual(["b.rs"]);
    expect(() => fileTypeFilter("rustlang")).toThrow(
      expect.objectContaining({ code: "unknown_file_type", details: expect.objectContaining({ type: "rustlang" }) }),
    );
  });

  test("what resembles nothing, or is a member of every object, is unknown too", () => {
    for (const type of ["qqqqqqqq", "constructor", ""]) {
      expect(() => fileTypeFilter(type)).toThrow(expect.objectContaining({ code: "unknown_file_type" }));
    }
  });

  test("every pattern of the table compiles, and the table is sorted", () => {
    const names = [...fileTypes.keys()];
    for (const name of names) expect(() => fileTypeFilter(name)).not.toThrow();
    expect(names).toEqual(names.toSorted());
  });
});
