import type { PlacedOutcome } from "./reports.ts";

/** The tests of one volume in one place: where in the reports its suites are. */
export interface Column {
  readonly volume: string;
  readonly where: "Node" | "Chromium";
  /** The suite of the storage interface. */
  readonly storage: Place;
  /** The group that has one for each port. */
  readonly ports: Place;
}

interface Place {
  readonly file: string;
  readonly group: string;
}

export type Outcomes = Readonly<Record<Column["where"], readonly PlacedOutcome[]>>;

const portsInNode = (volume: string): Place => ({ file: "src/workspace/ports.test.ts", group: `a workspace over ${volume}` });
const portsOverTheWire = (volume: string): Place => ({
  file: "test/browser/suites.test.ts",
  group: `a workspace over ${volume}, in a worker`,
});

const memory: Place = { file: "src/volumes/volume.test.ts", group: "memory" };
const memfs: Place = { file: "src/volumes/memfs.test.ts", group: "the suite of every volume" };
const log: Place = { file: "src/volumes/opfs/log-volume.test.ts", group: "a log" };
const opfs: Place = { file: "test/browser/opfs.test.ts", group: "the suite of every volume, over the browser's files" };
const directory: Place = { file: "src/volumes/directory/directory.browser.test.ts", group: "the suite of every volume" };
const container: Place = {
  file: "src/volumes/webcontainer/webcontainer.browser.test.ts",
  group: "the suite of every volume, over the client and a stand-in for its server",
};

export const columns: readonly Column[] = [
  { volume: "memory", where: "Node", storage: memory, ports: portsInNode("memory") },
  { volume: "memory", where: "Chromium", storage: memory, ports: portsOverTheWire("memory") },
  { volume: "memfs", where: "Node", storage: memfs, ports: portsInNode("memfs") },
  { volume: "memfs", where: "Chromium", storage: memfs, ports: portsOverTheWire("memfs") },
  { volume: "the log of OPFS in RAM", where: "Node", storage: log, ports: portsInNode("a log in memory") },
  { volume: "OPFS", where: "Chromium", storage: opfs, ports: portsOverTheWire("opfs") },
  { volume: "directory", where: "Chromium", storage: directory, ports: portsOverTheWire("directory") },
  { volume: "WebContainer's stand-in", where: "Chromium", storage: container, ports: portsOverTheWire("a container's stand-in") },
];

/** The table as Markdown, and the deviations below it. Throws where a suite is not among the outcomes: then it has another place now. */
export function renderTable(outcomes: Outcomes, suites: readonly string[], shown: readonly Column[] = columns): string {
  const rows = ["storage", ...suites].map((suite) => [suite, ...shown.map((column) => cell(outcomesOf(outcomes, column, suite)))]);
  const head = ["suite", ...shown.map(({ volume, where }) => `${volume}, ${where}`)];
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const deviations = shown.flatMap((column) => deviationsOf(outcomes, column, ["storage", ...suites]));
  return [...table, "", ...(deviations.length > 0 ? deviations : ["No volume deviates from any case."])].join("\n");
}

function outcomesOf(outcomes: Outcomes, { volume, where, storage, ports }: Column, suite: string): readonly PlacedOutcome[] {
  const { file, group } = suite === "storage" ? storage : ports;
  const groups = suite === "storage" ? [group] : [group, suite];
  const found = outcomes[where].filter((each) => each.file === file && groups.every((name, index) => each.groups[index] === name));
  if (found.length === 0) throw new Error(`No test of the suite "${suite}" ran over ${volume} in ${where}: ${file}, ${groups.join(" > ")}`);
  return found;
}

function cell(found: readonly PlacedOutcome[]): string {
  return `${found.filter(({ status }) => status === "passed").length}/${found.length}`;
}

/** Those of a suite that has any; `registerCases` writes them so. */
function deviationsOf(outcomes: Outcomes, column: Column, suites: readonly string[]): readonly string[] {
  const titles = suites.flatMap((suite) => outcomesOf(outcomes, column, suite).map(({ title }) => `${suite}: ${title}`));
  return titles
    .filter((title) => title.includes("(deviates: "))
    .map((title) => `* ${column.volume}, ${column.where}, ${title.replace("(deviates: ", "(")}`);
}
