import { rmSync } from "node:fs";
import { bundle } from "./bundle.ts";
import { execute } from "./command.ts";

/** dist/: one module and its types for each source file, and the worker as one file without bare imports. */
async function main(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  process.exitCode = await execute("tsc", ["-p", "tsconfig.build.json"]);
  if (process.exitCode === 0) await bundle("src/worker/index.ts", { name: "worker", outDir: "dist", whole: true });
}

await main();
