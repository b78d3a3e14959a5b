import type { Report } from "./reports.ts";

/** What one step of the tests came to. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why there is nothing to count, or why something counts as failed that no reporter named. */
  readonly note?: string;
}

/** A step without numbers of its own counts as one. */
export function ofCommand(code: number): Tally {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, note: `exit code ${code}` };
}

/** The reporter's own numbers; a run that ran nothing, or whose runner failed without naming a test, fails. */
export function ofReport(code: number, report: Report | undefined): Tally {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, note: `no report, exit code ${code}` };
  const count = (status: string): number => report.outcomes.filter((outcome) => outcome.status === status).length;
  return checked(code, { passed: count("passed"), failed: count("failed") + report.broken, skipped: count("skipped") });
}

/** The closing line `N passed, N failed` of a program, with its lines `skipped N: …`. */
export function ofClosingLine(code: number, output: string): Tally {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\n*$/.exec(output) ?? [];
  if (passed === undefined) return { passed: 0, failed: 1, skipped: 0, note: `no closing line, exit code ${code}` };
  const skipped = [...output.matchAll(/^skipped (\d+):/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  return checked(code, { passed: Number(passed), failed: Number(failed), skipped });
}

/** The summary: one line a step, and the closing line. */
export function summarise(steps: readonly { readonly name: string; readonly tally: Tally }[]): string {
  const sum = (key: "passed" | "failed"): number => steps.reduce((total, { tally }) => total + tally[key], 0);
  const width = Math.max(...steps.map(({ name }) => name.length));
  const lines = steps.map(({ name, tally }) => `${name.padEnd(width)}  ${describe(tally)}`);
  return [...lines, "", `${sum("passed")} passed, ${sum("failed")} failed`].join("\n");
}

function checked(code: number, tally: Tally): Tally {
  if (tally.failed > 0) return tally;
  if (tally.passed === 0) return { ...tally, failed: 1, note: "ran nothing" };
  return code === 0 ? tally : { ...tally, failed: 1, note: `exit code ${code}` };
}

function describe({ passed, failed, skipped, note }: Tally): string {
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return note === undefined ? counts : `${counts} (${note})`;
}
