import { build } from "vite";
import type { Plugin, Rolldown } from "vite";

export interface BundleOptions {
  /** Name of the entry's file, without extension; files of lazy parts begin with it. */
  readonly name: string;
  readonly external?: readonly (string | RegExp)[];
  /** Where the files go; absent: nowhere, they are only returned. */
  readonly outDir?: string;
  /** One file, its lazy parts in it: what a bundler copies as an asset has nothing beside it. */
  readonly whole?: boolean;
  readonly plugins?: readonly Plugin[];
}

/** Bundles one entry of the sources, minified, as an ES module with its lazy parts in files beside it. */
export async function bundle(
  entry: string,
  { name, external = [], outDir, whole = false, plugins = [] }: BundleOptions,
): Promise<readonly Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [plainImports, ...plugins],
    build: {
      target: "es2022",
      minify: true,
      modulePreload: false,
      emptyOutDir: false,
      write: outDir !== undefined,
      ...(outDir === undefined ? {} : { outDir }),
      rolldownOptions: {
        input: { [name]: entry },
        external: [...external],
        preserveEntrySignatures: "allow-extension",
        output: {
          format: "es",
          codeSplitting: !whole,
          entryFileNames: "[name].js",
          chunkFileNames: `${name}-[name].js`,
          assetFileNames: `${name}-[name][extname]`,
        },
      },
    },
  });
  return (result as Rolldown.RolldownOutput).output.filter((file) => file.type === "chunk");
}

/**
 * In place of the helper that Vite wraps around `import()` to load a page's styles and preload its scripts: a library has none, a worker no
 * document.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined),
};

/** The chunks that are loaded with the entry: the entry itself and what it imports statically. */
export function eagerChunks(chunks: readonly Rolldown.OutputChunk[]): readonly Rolldown.OutputChunk[] {
  const eager = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of eager) chunks.find(({ fileName }) => fileName === name)?.imports.forEach((imported) => eager.add(imported));
  return chunks.filter(({ fileName }) => eager.has(fileName));
}
