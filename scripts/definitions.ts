import { readFileSync, writeFileSync } from "node:fs";
import { definitionsOf } from "../src/tools/definition-of.ts";
import { profiles } from "../src/tools/profiles.ts";

// Writes src/tools/definitions.ts: what models are told about the tools, as data that needs no zod. `--check` only compares.

const file = new URL("../src/tools/definitions.ts", import.meta.url);

/** The text of src/tools/definitions.ts. */
export function definitionsSource(): string {
  const data = Object.fromEntries(Object.entries(profiles).map(([name, profile]) => [name, definitionsOf(profile)]));
  return [
    'import type { Definition } from "./definition.ts";',
    "",
    "// Made by scripts/definitions.ts from the tools' schemas; change those and run it again.",
    "",
    "/** The tools of each profile, as data: name, description, JSON Schema. */",
    `export const definitions: Readonly<Record<${Object.keys(data)
      .map((name) => JSON.stringify(name))
      .join(" | ")}, readonly Definition[]>> =`,
    `  ${JSON.stringify(data, null, 2).replaceAll("\n", "\n  ")};`,
    "",
  ].join("\n");
}

if (process.argv[1] !== undefined && import.meta.url.endsWith(process.argv[1].replaceAll("\\", "/"))) {
  if (!process.argv.includes("--check")) writeFileSync(file, definitionsSource());
  else if (readFileSync(file, "utf8") !== definitionsSource())
    throw new Error("src/tools/definitions.ts is stale: run scripts/definitions.ts");
}
