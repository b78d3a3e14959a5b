import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What of the project the page's workspace begins with. */
const folders = ["docs", "playground", "public", "scripts", "src", "test"];
const files = ["LICENSE", "README.md", "package.json", "playwright.config.ts", "tsconfig.build.json", "tsconfig.json", "vite.config.ts"];

/** Bytes; generated tables and recordings above this would only slow the page down. */
const largestFile = 256 * 1024;

const fileName = "snapshot.json";

/** The text files of the project by their path. */
export function takeSnapshot(root: string): Readonly<Record<string, string>> {
  const paths = [...files.filter((file) => exists(join(root, file))), ...folders.flatMap((folder) => filesBelow(root, folder))].sort();
  const texts = paths.map((path) => [path, textOf(join(root, path))] as const);
  return Object.fromEntries(texts.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Serves `snapshot.json` beside the page: packed for each request while developing, once in a build. */
export function snapshot(root: string): Plugin {
  const pack = (): string => JSON.stringify(takeSnapshot(root));
  return {
    name: "portside-snapshot",
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("Content-Type", "application/json");
        response.end(pack());
      });
    },
    generateBundle() {
      // A worker of the page is built for itself, and has no snapshot of its own.
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source: pack() });
    },
  };
}

function filesBelow(root: string, folder: string): readonly string[] {
  if (!exists(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() && statSync(join(root, path)).size <= largestFile ? [path] : [];
  });
}

/** Undefined for what is not text. */
function textOf(path: string): string | undefined {
  const bytes = readFileSync(path);
  if (bytes.includes(0)) return undefined;
  return bytes.toString("utf8");
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
