import type { Case, Open } from "../../../src/conformance/suite.ts";
import type { Outcome } from "./messages.ts";

/** Runs one after the other, a failure notwithstanding. */
export async function runCases<Subject>(cases: readonly Case<Subject>[], open: Open<Subject>): Promise<Outcome> {
  const failed: string[] = [];
  for (const { name, run } of cases) {
    try {
      await run(open);
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
    }
  }
  return { passed: cases.length - failed.length, failed };
}
