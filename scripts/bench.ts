import { existsSync, readdirSync } from "node:fs";

/** What `test/bench/<name>.bench.ts` exports: prints its numbers, and answers whether they keep their bounds. */
interface Bench {
  run(args: readonly string[]): Promise<boolean>;
}

const folder = new URL("../test/bench/", import.meta.url);

/** `npm run bench -- <name> [arguments]`; exits 1 where a bound is not kept. */
async function main(): Promise<void> {
  const [name = "", ...args] = process.argv.slice(2);
  const module = new URL(`${name}.bench.ts`, folder);
  if (!existsSync(module)) return stop(`There is no bench "${name}". There are: ${benches().join(", ")}.`);
  const { run } = (await import(module.href)) as Bench;
  process.exitCode = (await run(args)) ? 0 : 1;
}

function benches(): readonly string[] {
  const suffix = ".bench.ts";
  return readdirSync(folder).flatMap((file) => (file.endsWith(suffix) ? file.slice(0, -suffix.length) : []));
}

function stop(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

await main();
