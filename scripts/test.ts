import { existsSync } from "node:fs";
import { provideBrowser } from "../test/support/browser.ts";
import { capture, execute } from "./command.ts";
import { runSuite, suites } from "./suites.ts";
import type { Suite } from "./suites.ts";
import { ofClosingLine, ofCommand, ofReport, summarise } from "./tally.ts";
import type { Tally } from "./tally.ts";

/** The data lies beside a checkout, not in it. */
const conformanceData = "../shared/conformance";

/** Each kind of conformance data that is judged. */
const conformance: readonly string[] = ["glob", "ignore", "tools", "regex", "grep", "patch"];

interface Step {
  readonly name: string;
  run(): Promise<Tally>;
}

const steps: readonly Step[] = [
  { name: "browser", run: () => Promise.resolve(browser()) },
  command("lint"),
  command("format:check"),
  command("typecheck"),
  command("knip"),
  ...suites.map(suiteStep),
  command("volumes", "--check"),
  ...conformance.map(conformanceStep),
  { name: "durability", run: durability },
  command("build"),
  command("size"),
];

/** Runs everything, a failure notwithstanding, and ends with `N passed, N failed`. */
async function main(): Promise<void> {
  const results: { readonly name: string; readonly tally: Tally }[] = [];
  for (const { name, run } of steps) {
    console.log(`\n── ${name} ──`);
    results.push({ name, tally: await run() });
  }
  console.log(`\n${summarise(results)}`);
  process.exitCode = results.every(({ tally }) => tally.failed === 0) ? 0 : 1;
}

/** Every later step starts the browser that was found or installed here. */
function browser(): Tally {
  try {
    process.env["CHROMIUM_PATH"] = provideBrowser();
    console.log(process.env["CHROMIUM_PATH"]);
    return ofCommand(0);
  } catch (error) {
    console.error(String(error));
    return { ...ofCommand(1), note: "no browser" };
  }
}

function command(script: string, ...options: readonly string[]): Step {
  return { name: script, run: async () => ofCommand(await execute("npm", ["run", "--silent", script, "--", ...options])) };
}

function suiteStep(suite: Suite): Step {
  const run = async (): Promise<Tally> => {
    const { code, report } = await runSuite(suite);
    return ofReport(code, report);
  };
  return { name: suite.name, run };
}

function conformanceStep(kind: string): Step {
  const data = `${conformanceData}/${kind}.jsonl`;
  return { name: `conformance ${kind}`, run: () => (existsSync(data) ? judge(kind, data) : skip(`${data} is not there`)) };
}

function judge(kind: string, data: string): Promise<Tally> {
  return counted("test/conformance/cli.ts", kind, data);
}

/** Takes minutes, which whoever is at work does not have. */
function durability(): Promise<Tally> {
  if (!process.env["CI"]) return skip("CI is not set; run npm run test:durability");
  if (!process.env["CHROMIUM_PATH"]) return skip("there is no browser to kill");
  return counted("test/durability/cli.ts", "--kills", "20");
}

/** A program that says in its last line what passed. */
async function counted(program: string, ...options: readonly string[]): Promise<Tally> {
  const { code, output } = await capture("tsx", [program, ...options]);
  return ofClosingLine(code, output);
}

function skip(note: string): Promise<Tally> {
  console.log(`skipped: ${note}`);
  return Promise.resolve({ passed: 0, failed: 0, skipped: 1, note });
}

await main();
