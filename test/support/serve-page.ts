import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build, preview } from "vite";

/** Builds the page in a folder of the repository, `<folder>/index.html`, for this run alone, and serves it. */
export async function servePage(folder: string): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const settings = { root: folder, configFile: false, logLevel: "warn", worker: { format: "es" } } as const;
  // Another run must not change the page under this one.
  const built = join("build/pages", `${folder.replaceAll("/", "-")}-${process.pid}`);
  const outDir = relative(folder, built);
  await build({ ...settings, build: { outDir, emptyOutDir: true, target: "es2022" } });
  const server = await preview({ ...settings, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error("The page is not served.");
  return {
    address,
    async close() {
      await server.close();
      rmSync(built, { recursive: true, force: true });
    },
  };
}
