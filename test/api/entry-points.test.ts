import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Manifest {
  readonly exports: Readonly<
    Record<string, string | { readonly "portside-source": string; readonly types: string; readonly default: string }>
  >;
}

const repository = new URL("../../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", repository), "utf8")) as Manifest;

const entries = Object.entries(manifest.exports).flatMap(([name, target]) => (typeof target === "string" ? [] : [{ name, target }]));

describe.each(entries)("$name", ({ target }) => {
  test("is built from its source", () => {
    const source = target["portside-source"];
    expect(existsSync(new URL(source, repository))).toBe(true);
    const built = source.replace("./src/", "./dist/");
    expect(target.default).toBe(built.replace(/\.ts$/, ".js"));
    expect(target.types).toBe(built.replace(/\.ts$/, ".d.ts"));
  });

  test("can be imported where there is no browser, without effect", async () => {
    const before = globals();
    await expect(import(new URL(target["portside-source"], repository).href)).resolves.toBeDefined();
    expect(globals()).toEqual(before);
  });
});

/** zod keeps its configuration and its registry in globals of its own. */
function globals(): readonly string[] {
  return Object.keys(globalThis).filter((name) => !name.startsWith("__zod_"));
}
