import { existsSync, readdirSync } from "node:fs";

/** What `test/fuzz/<name>.ts` exports: prints what it found and, last, `N passed, N failed`; answers whether nothing failed. */
interface Fuzzer {
  run(args: readonly string[]): Promise<boolean>;
}

const folder = new URL("../test/fuzz/", import.meta.url);

/** `npm run fuzz -- <name> [arguments]`; exits 1 where something failed. */
async function main(): Promise<void> {
  const [name = "", ...args] = process.argv.slice(2);
  const module = new URL(`${name}.ts`, folder);
  if (!/^[a-z-]+$/.test(name) || !existsSync(module)) return stop(`There is no fuzzer "${name}". There are: ${fuzzers().join(", ")}.`);
  const { run } = (await import(module.href)) as Fuzzer;
  process.exitCode = (await run(args)) ? 0 : 1;
}

function fuzzers(): readonly string[] {
  return readdirSync(folder).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []);
}

function stop(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

await main();
