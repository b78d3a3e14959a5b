import { expect, test } from "vitest";
import type { Child } from "../volumes/volume.ts";
import { codeIn, lengthIn, type Listing, Listings, mark } from "./directory-listings.ts";

let lastId = 0;

function file(name: string): Child {
  return { name, entry: { kind: "file", id: ++lastId, version: "1", size: 0, executable: false } };
}

function directory(name: string): Child {
  return { name, entry: { kind: "directory", id: ++lastId } };
}

function codesOf({ units }: Listing): number[] {
  return Array.from({ length: units.length }, (_, index) => codeIn(units.charCodeAt(index)));
}

function lengthsOf(listing: Listing): number[] {
  return Array.from({ length: listing.units.length }, (_, index) => lengthIn(listing.units.charCodeAt(index), listing, index));
}

function endingsOf(listings: Listings, names: readonly string[]): (string | undefined)[] {
  return codesOf(listings.of(names.map(file))).map((code) => (code === mark.unsorted ? undefined : listings.ending(code)));
}

test("an ending is what follows the last dot, and nothing where there is none", () => {
  const names = ["a.ts", "b.d.ts", "a.js", "a", "a.", "a..ts", "é.é"];
  expect(endingsOf(new Listings(), names)).toEqual(["ts", "ts", "js", "", "", "ts", "é"]);
});

test("what is hidden, no file, or ends in more than 32 units has to be looked at", () => {
  const listings = new Listings();
  expect(endingsOf(listings, [".ts", ".a.ts", `a.${"x".repeat(32)}`, `a.${"x".repeat(33)}`])).toEqual([
    undefined,
    undefined,
    "x".repeat(32),
    undefined,
  ]);
  const link: Child = { name: "a.ts", entry: { kind: "symlink", id: 1, target: "b.ts" } };
  const listing = listings.of([link, directory("d.ts"), directory(".d")]);
  expect(codesOf(listing)).toEqual([mark.unsorted, mark.directory, mark.unsorted]);
  expect([listing.hasHidden, listings.of([link]).hasHidden]).toEqual([true, false]);
});

test("a tree with more than 1,024 endings costs no more: those that come later are looked at", () => {
  const listings = new Listings();
  const names = Array.from({ length: 5_000 }, (_, index) => `a.e${index}`);
  const endings = endingsOf(listings, names);
  const known = endings.filter((ending) => ending !== undefined);
  expect(known).toEqual(names.slice(0, known.length).map((name) => name.slice(2)));
  expect(known.length).toBeLessThanOrEqual(1_024);
  expect(known.length).toBeGreaterThan(1_000);
  expect(endingsOf(listings, ["b.e0", "b.e4999"])).toEqual(["e0", undefined]);
});

test("names stand one behind the other, however many and however long they are", () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `${"n".repeat(index % 300)}${index}.ts`);
  const listing = new Listings().of(names.map(file));
  expect(listing.names).toBe(names.join(""));
  expect(lengthsOf(listing)).toEqual(names.map(({ length }) => length));
});

test("the listing of the same children is the same", () => {
  const listings = new Listings();
  const children = [file("a")];
  expect(listings.of(children)).toBe(listings.of(children));
  expect(listings.of([...children])).not.toBe(listings.of(children));
});
