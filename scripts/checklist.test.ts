import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { missingFrom, parseChecklist, provenItems, renderSection } from "./checklist.ts";

const sections = parseChecklist(`# Acceptance

1. not an item of any section

## G. Contract

1. [S] GIVEN a tool
2. [S] GIVEN another, see 3. and 4. of the notes
12. [S] GIVEN a third

## SY. Symbols

281. GIVEN a file
115. GIVEN an index
`);

const passed = (title: string) => ({ title, status: "passed" as const });

describe("parseChecklist", () => {
  test("puts items into the section they stand in", () => {
    expect(sections).toEqual([
      { key: "G", items: [1, 2, 12] },
      { key: "SY", items: [281, 115] },
    ]);
  });

  test("refuses a number that is there twice", () => {
    expect(() => parseChecklist("## G. A\n1. a\n## P. B\n1. b\n")).toThrow("Item 1");
  });

  test("reads the project's own checklist, where 115 and 116 stand last in SY", () => {
    const own = parseChecklist(readFileSync(new URL("../docs/acceptance.md", import.meta.url), "utf8"));
    expect(own.map(({ key }) => key)).toEqual("G P AU R RI W E AP GL GR LT OM X SY BR".split(" "));
    expect(own.find(({ key }) => key === "SY")?.items.slice(-2)).toEqual([115, 116]);
    expect(own.find(({ key }) => key === "W")?.items).not.toContain(115);
  });
});

describe("provenItems", () => {
  test("counts tests that ran and passed", () => {
    const outcomes = [
      passed("reads a file [#1] [#281]"),
      { title: "writes [#2]", status: "failed" as const },
      { title: "moves [#12]", status: "skipped" as const },
      passed("#115 is no tag, and neither is [115]"),
    ];
    expect(provenItems(outcomes, sections)).toEqual(new Set([1, 281]));
  });

  test("lets a title name three items, and not four", () => {
    expect(provenItems([passed("[#1] [#2] [#12]")], sections)).toEqual(new Set([1, 2, 12]));
    expect(() => provenItems([passed("[#1] [#2] [#12] [#281]")], sections)).toThrow("at most 3");
  });

  test("refuses an item that the checklist does not have, also in a test that failed", () => {
    expect(() => provenItems([{ title: "[#3]", status: "failed" }], sections)).toThrow("no item 3");
  });
});

describe("renderSection", () => {
  const [contract = { key: "", items: [] }, symbols = { key: "", items: [] }] = sections;

  test("names what is missing, in the checklist's order", () => {
    expect(missingFrom(symbols, new Set())).toEqual([281, 115]);
    expect(renderSection(symbols, new Set())).toBe("SY  0/2  missing 281 115");
    expect(renderSection(contract, new Set([2, 99]))).toBe("G   1/3  missing 1 12");
  });

  test("is short where nothing is missing", () => {
    expect(renderSection(contract, new Set([1, 2, 12]))).toBe("G   3/3");
  });
});
