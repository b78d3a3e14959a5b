import { expect, test } from "vitest";
import fc from "fast-check";
import { byteText } from "./byte-text.ts";
import { compileBytes, withTables } from "./regex.ts";
import { encode } from "../../core/text.ts";
import { needleOf, type Needle } from "./needle.ts";
import { parse } from "./parser.ts";
import type { Searched } from "./run.ts";
import { translate } from "./translate.ts";

async function needleIn(pattern: string): Promise<Needle | undefined> {
  return withTables(() => needleOf(translate(pattern, parse(pattern), {})));
}

function searchedFor(bytes: Uint8Array): Searched {
  return { bytes, text: byteText(bytes) };
}

async function places(pattern: string, text: string): Promise<readonly number[] | undefined> {
  const needle = await needleIn(pattern);
  if (needle === undefined) return undefined;
  const found: number[] = [];
  const searched = { bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)), text };
  for (let at = needle.find(searched, 0); at >= 0; at = needle.find(searched, at + 1)) found.push(at);
  return found;
}

test("a literal is stopped at where its neighbours may stand beside it", async () => {
  expect(await places("\\w+\\s+=\\s+\\w+", "a=b a == b a = b\ta\t=\tb")).toEqual([13, 19]);
  expect(await places("\\w+\\s==\\s\\w+", "a = b, a == b, a === b")).toEqual([9]);
  expect(await places("(?:[0-9]+)->(?:[0-9]|none)*[a-z]", "1->2, x->3, 4->z")).toEqual([1, 13]);
});

test("beyond ASCII everything may, and nothing stands before the text", async () => {
  expect(await places("\\s=\\s", "\u00c2=\u00e2 x=y")).toEqual([1]);
  expect(await places("\\s=\\s", "= ")).toEqual([]);
});

test("what may be empty says nothing of what stands beside, a condition passes it on", async () => {
  expect(await places("[0-9]+->[a-z]*", "1->2")).toEqual([1]);
  expect(await places("[0-9]\\b->\\B ", "1-> x-> 1->x")).toEqual([1]);
});

test("a literal that stands everywhere is none", async () => {
  expect(await places("\\w+\\s*=\\s*\\w+", "")).toBeUndefined();
  expect(await places("[a-z]+[0-9]+", "")).toBeUndefined();
});

const patterns = [
  "\\w+\\s+=\\s+\\w+",
  "\\s=\\s",
  "(?:é|b)+==[0-9]",
  "[\\s€]=\\b(?:é|[0-9])",
  "[0-9]é[0-9]",
  "(?i)a7\\s|[bB]=7é?",
  "(?:7=\\s?)+b?",
];
const piece = fc.constantFrom("a", "A", "b", "7", "é", "€", " ", "\t", "=", "==", "7=", "\u0152");

test.each(patterns)("every match of %s has its needle in it", async (pattern) => {
  const needle = (await needleIn(pattern)) as Needle;
  const matcher = await compileBytes(pattern);
  const misses = ({ start, end }: { readonly start: number; readonly end: number }, searched: Searched): boolean => {
    const at = needle.find(searched, start);
    return at < 0 || at >= end;
  };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const bytes = encode(pieces.join(""));
      expect(Array.from(matcher.findAll(bytes)).filter((match) => misses(match, searchedFor(bytes)))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
