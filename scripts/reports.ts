import { relative, sep } from "node:path";

/** One test that a reporter named: its own title, without those of the groups around it. */
export interface Outcome {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
}

/** What a reporter wrote about one run. `broken`: files and set-ups that failed outside of any test. */
export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly broken: number;
}

/** A test with the place where it stands: its file, from the directory that the run began in, and the groups around it, the outermost first. */
export interface PlacedOutcome extends Outcome {
  readonly file: string;
  readonly groups: readonly string[];
}

/** As `readVitest`, for who asks which tests of a file and a group there are. */
export function readPlaces(json: string, root: string): readonly PlacedOutcome[] {
  const { testResults } = JSON.parse(json) as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({
      ...vitestOutcome(result),
      file: relative(root, name).split(sep).join("/"),
      groups: result.ancestorTitles,
    })),
  );
}

/** Reads what vitest's JSON reporter wrote. */
export function readVitest(json: string): Report {
  const { testResults } = JSON.parse(json) as VitestReport;
  const outcomes = testResults.flatMap(({ assertionResults }) => assertionResults.map(vitestOutcome));
  return { outcomes, broken: testResults.filter(isBroken).length };
}

/** Reads what Playwright's JSON reporter wrote. A test that passed only when repeated has failed. */
export function readPlaywright(json: string): Report {
  const { suites, errors } = JSON.parse(json) as PlaywrightReport;
  return { outcomes: suites.flatMap(specsOf).flatMap(playwrightOutcomes), broken: errors.length };
}

interface VitestReport {
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  /** The file's full path. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly VitestResult[];
}

interface VitestResult {
  readonly title: string;
  readonly ancestorTitles: readonly string[];
  readonly status: string;
}

function vitestOutcome({ title, status }: VitestResult): Outcome {
  return { title, status: status === "passed" || status === "failed" ? status : "skipped" };
}

function isBroken({ status, assertionResults }: VitestFile): boolean {
  return status === "failed" && !assertionResults.some((result) => result.status === "failed");
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly unknown[];
}

interface PlaywrightSuite {
  readonly specs: readonly PlaywrightSpec[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly tests: readonly { readonly status: "expected" | "unexpected" | "flaky" | "skipped" }[];
}

function specsOf(suite: PlaywrightSuite): readonly PlaywrightSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function playwrightOutcomes({ title, tests }: PlaywrightSpec): readonly Outcome[] {
  const statuses = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" } as const;
  return tests.map(({ status }) => ({ title, status: statuses[status] }));
}
