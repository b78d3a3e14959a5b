import { build, preview } from "vite";

/** Isolated, a page's clock ticks every 5 µs; otherwise every 100 µs. */
const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** Builds the page of a bench, `test/bench/<name>/index.html`, and serves it. */
export async function servePage(name: string): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const settings = { root: `test/bench/${name}`, configFile: false, logLevel: "warn", worker: { format: "es" } } as const;
  const outDir = `../../../build/bench/${name}`;
  await build({ ...settings, build: { outDir, emptyOutDir: true, target: "es2022" } });
  const server = await preview({ ...settings, build: { outDir }, preview: { host: "127.0.0.1", port: 0, headers } });
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error("The bench's page is not served.");
  return { address, close: () => server.close() };
}
