import { build, preview } from "vite";
import type { Plugin } from "vite";

const settings = { root: "test/e2e/tabs", configFile: false, logLevel: "error", worker: { format: "es" } } as const;
const outDir = "../../../build/e2e/tabs";

/** Serves the tabs' page, and beside it, under `next/`, the one of a build that speaks another protocol. */
export async function serveTabs(): Promise<{ readonly address: string; close(): Promise<void> }> {
  await build({ ...settings, base: "./", build: { outDir, emptyOutDir: true, target: "es2022" } });
  await build({
    ...settings,
    base: "./",
    plugins: [nextProtocol],
    worker: { format: "es", plugins: () => [nextProtocol] },
    build: { outDir: `${outDir}/next`, emptyOutDir: true, target: "es2022" },
  });
  const server = await preview({ ...settings, build: { outDir }, preview: { host: "127.0.0.1", port: 0, allowedHosts: true } });
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error("The tabs' page is not served.");
  return { address, close: () => server.close() };
}

export const protocols = { this: 1, next: 2 } as const;

const nextProtocol: Plugin = {
  name: "next-protocol",
  transform(code, id) {
    if (!id.endsWith("/src/worker/protocol.ts")) return undefined;
    const replaced = code.replace(/protocol = 1\b/, () => `protocol = ${protocols.next}`);
    if (replaced === code) throw new Error("The protocol's number is not where it was.");
    return replaced;
  },
};
