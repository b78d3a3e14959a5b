import { relative, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { bundle } from "./bundle.ts";

const sources = resolve("src");

/** What few workspaces need: loaded with `import()`, and kept in a file of its own beside the worker. */
const apart = [
  "engines/regex/unicode/properties.ts",
  "transfer/transfers.ts",
  "volumes/directory/directory.ts",
  "volumes/opfs/home.ts",
  "volumes/opfs/opfs.ts",
  "volumes/webcontainer/share.ts",
];

export interface WorkerFiles {
  readonly worker: Rolldown.OutputChunk;
  readonly parts: Rolldown.OutputChunk;
}

/**
 * The published worker: two files, neither of which imports the other by name, so that a bundler can copy and rename them as it does any asset.
 * Written to `outDir`, when there is one.
 */
export async function bundleWorker(outDir?: string): Promise<WorkerFiles> {
  const to = outDir === undefined ? {} : { outDir };
  const found = new Set<string>();
  const [worker] = await bundle("src/worker/index.ts", { name: "worker", whole: true, plugins: [keptApart(found)], ...to });
  const lost = apart.filter((module) => !found.has(module));
  if (lost.length > 0) throw new Error(`kept apart, but never imported: ${lost.join(", ")}`);
  const [parts] = await bundle(partsEntry, { name: "worker-parts", whole: true, plugins: [listOfParts], ...to });
  if (!worker || !parts) throw new Error("the worker was not bundled");
  return { worker, parts };
}

/** In place of `import()` of what is kept apart, a call of `part`. */
function keptApart(found: Set<string>): Plugin {
  return {
    name: "kept-apart",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(sources)) return undefined;
      const imports = (specifier: string): string => relative(sources, resolve(id, "..", specifier));
      const rewritten = code.replaceAll(/\bimport\("(\.[^"]+)"\)/g, (text, specifier: string) => {
        const module = imports(specifier);
        if (!apart.includes(module)) return text;
        found.add(module);
        return `part(${JSON.stringify(module)})`;
      });
      return rewritten === code ? undefined : `import { part } from ${JSON.stringify(resolve(sources, "worker/part.ts"))};\n${rewritten}`;
    },
  };
}

const partsEntry = "worker-parts";

const listOfParts: Plugin = {
  name: "list-of-parts",
  enforce: "pre",
  resolveId: (id) => (id === partsEntry ? id : undefined),
  load(id) {
    if (id !== partsEntry) return undefined;
    const entries = apart.map((module) => `${JSON.stringify(module)}: () => import(${JSON.stringify(resolve(sources, module))})`);
    return `export const parts = {${entries.join(",")}};`;
  },
};
