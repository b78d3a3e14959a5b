import { describe, expect, test } from "vitest";
import { readPlaywright, readVitest } from "./reports.ts";
import { ofClosingLine, ofCommand, ofReport, summarise } from "./tally.ts";

const vitestReport = (files: readonly { readonly status: string; readonly assertionResults: readonly object[] }[]) =>
  JSON.stringify({ testResults: files });

describe("a vitest run", () => {
  const good = {
    status: "passed",
    assertionResults: [
      { title: "a [#1]", status: "passed" },
      { title: "b", status: "pending" },
      { title: "c", status: "todo" },
    ],
  };

  test("counts what its reporter named", () => {
    const report = readVitest(vitestReport([good]));
    expect(report.outcomes).toEqual([
      { title: "a [#1]", status: "passed" },
      { title: "b", status: "skipped" },
      { title: "c", status: "skipped" },
    ]);
    expect(ofReport(0, report)).toEqual({ passed: 1, failed: 0, skipped: 2 });
  });

  test("counts a file that could not be loaded as a failure, and one with a failed test once", () => {
    const broken = { status: "failed", assertionResults: [] };
    const failing = { status: "failed", assertionResults: [{ title: "d", status: "failed" }] };
    expect(ofReport(1, readVitest(vitestReport([good, broken, failing])))).toEqual({ passed: 1, failed: 2, skipped: 2 });
  });

  test("fails when it ran nothing, wrote nothing, or its runner failed otherwise", () => {
    expect(ofReport(0, readVitest(vitestReport([])))).toMatchObject({ passed: 0, failed: 1, note: "ran nothing" });
    expect(ofReport(1, undefined)).toMatchObject({ passed: 0, failed: 1, note: "no report, exit code 1" });
    expect(ofReport(1, readVitest(vitestReport([good])))).toMatchObject({ passed: 1, failed: 1, note: "exit code 1" });
  });

  test("fails when all it found was skipped", () => {
    const skipped = { status: "passed", assertionResults: [{ title: "a", status: "pending" }] };
    expect(ofReport(0, readVitest(vitestReport([skipped])))).toMatchObject({ passed: 0, failed: 1, skipped: 1 });
  });
});

describe("a Playwright run", () => {
  test("counts specs of nested groups, and a repeated one as failed", () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const report = {
      suites: [
        { specs: [spec("a", "expected")], suites: [{ specs: [spec("b", "flaky"), spec("c", "unexpected"), spec("d", "skipped")] }] },
      ],
      errors: [],
    };
    expect(ofReport(1, readPlaywright(JSON.stringify(report)))).toEqual({ passed: 1, failed: 2, skipped: 1 });
  });

  test("fails when its server did not start", () => {
    const report = { suites: [], errors: [{ message: "server" }] };
    expect(ofReport(1, readPlaywright(JSON.stringify(report)))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("a program with a closing line", () => {
  test("counts what it says, and its skipped rows", () => {
    expect(ofClosingLine(0, "skipped 2: no links: a b\nskipped 1: no modes: c\n12 passed, 0 failed\n")).toEqual({
      passed: 12,
      failed: 0,
      skipped: 3,
    });
    expect(ofClosingLine(1, "failed x: y\n12 passed, 1 failed\n")).toMatchObject({ passed: 12, failed: 1 });
  });

  test("fails without one, or when nothing passed", () => {
    expect(ofClosingLine(0, "12 passed, 0 failed\nand more\n")).toMatchObject({ failed: 1 });
    expect(ofClosingLine(1, "0 passed, 0 failed\n")).toMatchObject({ failed: 1, note: "ran nothing" });
  });
});

test("the summary ends with the sums alone on a line", () => {
  const steps = [
    { name: "lint", tally: ofCommand(0) },
    { name: "typecheck", tally: ofCommand(2) },
    { name: "node", tally: { passed: 40, failed: 1, skipped: 3 } },
  ];
  expect(summarise(steps).split("\n")).toEqual([
    "lint       1 passed, 0 failed, 0 skipped",
    "typecheck  0 passed, 1 failed, 0 skipped (exit code 2)",
    "node       40 passed, 1 failed, 3 skipped",
    "",
    "41 passed, 2 failed",
  ]);
});
