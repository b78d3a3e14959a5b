import { existsSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "vite";

/** What `test/bench/<name>.bench.ts` exports: prints its numbers, and answers whether they keep their bounds. */
interface Bench {
  run(args: readonly string[]): Promise<boolean>;
}

const folder = new URL("../test/bench/", import.meta.url);
const compiled = "build/bench";

/** `npm run bench -- <name> [arguments]`; exits 1 where a bound is not kept. */
async function main(): Promise<void> {
  const [name = "", ...args] = process.argv.slice(2);
  if (!existsSync(new URL(`${name}.bench.ts`, folder))) return stop(`There is no bench "${name}". There are: ${benches().join(", ")}.`);
  const { run } = await compile(name);
  process.exitCode = (await run(args)) ? 0 : 1;
}

/** As users get it: run from the sources, every function that is made in a loop would be given its name there, which costs as much as it does. */
async function compile(name: string): Promise<Bench> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: `test/bench/${name}.bench.ts`,
      outDir: compiled,
      emptyOutDir: false,
      target: "es2022",
      rolldownOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" } },
    },
  });
  return (await import(pathToFileURL(`${compiled}/${name}.bench.js`).href)) as Bench;
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
