import { rmSync } from "node:fs";
import { bundleWorker } from "./bundle-worker.ts";
import { execute } from "./command.ts";

/** dist/: one module and its types for each source file, and the worker as two files without imports. */
async function main(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  process.exitCode = await execute("tsc", ["-p", "tsconfig.build.json"]);
  if (process.exitCode === 0) await bundleWorker("dist");
}

await main();
