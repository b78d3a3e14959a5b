import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { execute } from "./command.ts";
import { readPlaywright, readVitest } from "./reports.ts";
import type { Report } from "./reports.ts";

/** Tests that one runner runs, and the file in which its reporter leaves the outcome of each. */
export interface Suite {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly file: string;
  read(json: string): Report;
}

export const suites: readonly Suite[] = [vitest("node"), vitest("chromium"), playwright()];

/** Runs a suite. The exit code is that of its runner, the report absent when the runner wrote none. */
export async function runSuite(suite: Suite): Promise<{ readonly code: number; readonly report: Report | undefined }> {
  mkdirSync(dirname(suite.file), { recursive: true });
  rmSync(suite.file, { force: true });
  const [program, ...args] = suite.command;
  return { code: await execute(program, args), report: lastReport(suite) };
}

/** What the suite's last run left. */
export function lastReport(suite: Suite): Report | undefined {
  return existsSync(suite.file) ? suite.read(readFileSync(suite.file, "utf8")) : undefined;
}

function vitest(project: "node" | "chromium"): Suite {
  const file = `build/test-results/${project}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return { name: project, command: ["vitest", "run", "--project", project, ...reporters], file, read: readVitest };
}

function playwright(): Suite {
  return { name: "e2e", command: ["playwright", "test"], file: "build/test-results/e2e.json", read: readPlaywright };
}
