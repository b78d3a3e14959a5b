import { describe, expect, test } from "vitest";
import { readPlaces } from "./reports.ts";
import { renderTable, type Column } from "./volumes-table.ts";

const mine: Column = {
  volume: "mine",
  where: "Node",
  storage: { file: "mine.test.ts", group: "storage of mine" },
  ports: { file: "ports.test.ts", group: "over mine" },
};

function reportOf(deviation?: string): string {
  const passed = (ancestorTitles: readonly string[], title: string) => ({ ancestorTitles, title, status: "passed" });
  const last =
    deviation === undefined ? passed(["over mine", "reader"], "b") : { ...passed(["over mine", "reader"], ""), title: deviation };
  const status = deviation === undefined ? "passed" : "skipped";
  return JSON.stringify({
    testResults: [
      { name: "/home/mine.test.ts", status: "passed", assertionResults: [passed(["storage of mine"], "a"), passed(["other"], "a")] },
      { name: "/home/ports.test.ts", status: "passed", assertionResults: [passed(["over mine", "reader"], "a"), { ...last, status }] },
    ],
  });
}

const tableOf = (json: string, suites: readonly string[]): string =>
  renderTable({ Node: readPlaces(json, "/home"), Chromium: [] }, suites, [mine]);

describe("the table of suites and volumes", () => {
  test("counts of each suite what passed", () => {
    const rows = ["| suite | mine, Node |", "| --- | --- |", "| storage | 1/1 |", "| reader | 2/2 |"];
    expect(tableOf(reportOf(), ["reader"])).toBe([...rows, "", "No volume deviates from any case."].join("\n"));
  });

  test("names what deviates, and why", () => {
    const table = tableOf(reportOf("b (deviates: no links)"), ["reader"]);
    expect(table.split("\n").slice(3)).toEqual(["| reader | 1/2 |", "", "* mine, Node, reader: b (no links)"]);
  });

  test("is not made where a suite did not run", () => {
    expect(() => tableOf(reportOf(), ["writer"])).toThrow('"writer" ran over mine in Node: ports.test.ts, over mine > writer');
  });
});
