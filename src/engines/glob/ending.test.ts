import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shareOf } from "./ending.ts";
import { compileGlob } from "./glob.ts";

/** Of the names with each of these endings: how many match the pattern. */
function sharesOf(pattern: string, endings: readonly string[]): string[] {
  const glob = compileGlob(pattern);
  return endings.map((ending) => shareOf(glob, glob.start, ending));
}

describe("how many of the names that end alike match is told without a name", () => {
  test.each([
    ["*.ts", "all none none none"],
    ["**/*.ts", "all none none none"],
    ["*.{ts,js}", "all all none none"],
    ["*.d.ts", "some none none none"],
    ["a*.ts", "some none none none"],
    ["*a*.ts", "some none none none"],
    ["?.ts", "some none none none"],
    ["[ab]x.ts", "some none none none"],
    ["package.ts", "some none none none"],
    ["*s", "all all none some"],
    ["*ts", "all none none some"],
    ["*x.", "none none none some"],
    ["*.", "none none none some"],
    ["*", "all all all all"],
    ["**", "all all all all"],
    ["a*", "some some some some"],
    ["*?", "some some some some"],
    ["{*.ts,a*}", "all some some some"],
    ["a/*.ts", "none none none none"],
    ["*.ts/", "none none none none"],
  ])("%s: of ts, js, json and none %s", (pattern, shares) => {
    expect(sharesOf(pattern, ["ts", "js", "json", ""]).join(" ")).toBe(shares);
  });

  test("where case is ignored, in lower case", () => {
    const glob = compileGlob("*.TS", { ignoreCase: true });
    expect(["ts", "Ts", "js"].map((ending) => shareOf(glob, glob.start, ending))).toEqual(["all", "all", "none"]);
  });
});

test("no name says otherwise", () => {
  const piece = fc.constantFrom("a", "b", ".", "*", "?", "[ab]", "{a,.b}", "**/", "\\.");
  const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
  const stem = fc.array(fc.constantFrom("a", "b", "."), { maxLength: 3 }).map((rest) => `a${rest.join("")}`);
  fc.assert(
    fc.property(pattern, stem, fc.constantFrom("", "a", "b", "ab", "ba"), fc.boolean(), (text, start, ending, dotted) => {
      const name = ending !== "" || dotted ? `${start}.${ending}` : start.replaceAll(".", "");
      const glob = compileGlob(text);
      const share = shareOf(glob, glob.start, ending);
      const told = share === "some" ? glob.matches(name) : share === "all";
      expect([text, name, glob.matches(name)]).toEqual([text, name, told]);
    }),
    { numRuns: 20_000 },
  );
});
