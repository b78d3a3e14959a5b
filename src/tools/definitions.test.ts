import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { definitionsSource } from "../../scripts/definitions.ts";
import { approximateTokens } from "../../scripts/tokens.ts";
import { definitions } from "./definitions.ts";

/** Parameters of each tool, the required ones with a star. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  "default read": ["path*", "offset", "limit", "column"],
  "default write": ["path*", "content*", "expected_version"],
  "default edit": ["path*", "edits*", "expected_version", "dry_run"],
  "default apply_patch": ["patch*", "expected_versions", "dry_run"],
  "default glob": ["pattern*", "path", "type", "ignore_case", "include_hidden", "include_ignored", "limit"],
  "default grep": [
    "pattern*",
    "path",
    "glob",
    "file_type",
    "case",
    "fixed",
    "word",
    "multiline",
    "output",
    "before",
    "after",
    "context",
    "include_hidden",
    "include_ignored",
    "limit",
  ],
  "default list": ["path", "limit", "include_hidden", "include_ignored"],
  "default move": ["source*", "destination*"],
  "default delete": ["path*"],
  "default create": ["path*", "content*"],
  "default mkdir": ["path*"],
  "default read_image": ["path*"],
  "default tree": ["path", "depth", "format", "limit", "include_hidden", "include_ignored"],
  "default file_count": ["path", "kinds", "include_globs", "exclude_globs", "group_by", "limit", "include_hidden", "include_ignored"],
  "scope read": ["path*", "start_line", "max_lines"],
  "scope write": ["path*", "content*"],
  "scope edit": ["path*", "old_string*", "new_string*", "replace_all"],
  "scope apply_patch": ["patch*"],
  "scope glob": ["pattern*", "path", "ignore_case", "max_results"],
  "scope grep": [
    "pattern*",
    "path",
    "file_glob",
    "file_type",
    "ignore_case",
    "multiline",
    "before_context_lines",
    "after_context_lines",
    "output_mode",
    "max_results",
  ],
  "agentkit read_file": ["path*", "offset", "limit"],
  "agentkit write_file": ["path*", "content*"],
  "agentkit edit_file": ["path*", "edits*"],
  "agentkit list_files": ["path", "limit"],
  "agentkit find_files": ["pattern*", "path", "file_type", "limit"],
  "agentkit search_files": ["pattern*", "path", "context_lines", "file_glob", "case_sensitive", "max_matches"],
  "codemeld read": ["path*", "offset", "limit"],
  "codemeld read_image": ["path*"],
  "codemeld create": ["path*", "content*"],
  "codemeld edit": ["path*", "old_string*", "new_string*"],
  "codemeld delete": ["path*"],
  "codemeld move": ["source*", "destination*"],
  "codemeld mkdir": ["path*"],
  "codemeld list": ["path", "limit", "include_ignored", "include_hidden"],
  "codemeld tree": ["path", "depth", "limit", "format", "include_ignored", "include_hidden"],
  "codemeld file_count": ["path", "kinds", "include_globs", "exclude_globs", "group_by", "limit", "include_dotfiles", "include_ignored"],
  "codemeld glob": ["pattern*", "path", "limit", "include_ignored", "include_hidden"],
  "codemeld grep": ["pattern*", "path", "include", "ignore_case", "context", "files_only", "limit", "include_ignored", "include_hidden"],
};

interface ObjectSchema {
  readonly type: string;
  readonly properties: Readonly<Record<string, { readonly description?: string; readonly items?: ObjectSchema }>>;
  readonly required?: readonly string[];
  readonly additionalProperties: boolean;
}

const everyDefinition = Object.entries(definitions).flatMap(([profile, tools]) =>
  tools.map((definition) => ({ key: `${profile} ${definition.name}`, schema: definition.inputSchema as unknown as ObjectSchema })),
);

function named({ properties, required = [] }: ObjectSchema): readonly string[] {
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
}

test("the file is what the schemas make of it", () => {
  expect(readFileSync(new URL("./definitions.ts", import.meta.url), "utf8")).toBe(definitionsSource());
});

test("[#1] every tool takes a closed object with exactly the parameters of its table", () => {
  expect(Object.fromEntries(everyDefinition.map(({ key, schema }) => [key, named(schema)]))).toEqual(parameters);
  for (const { schema } of everyDefinition) expect(schema).toMatchObject({ type: "object", additionalProperties: false });
});

test("every parameter is described on one line, also those of an edit", () => {
  const objects = everyDefinition.flatMap(({ schema }) => [
    schema,
    ...Object.values(schema.properties).flatMap(({ items }) => (items?.properties ? [items] : [])),
  ]);
  const described = objects.flatMap(({ properties }) => Object.values(properties).map(({ description = "" }) => description));
  expect(described.filter((description) => !/^[^\n]{4,120}$/.test(description))).toEqual([]);
});

test("no schema has a union, a record or a reference", () => {
  expect(JSON.stringify(definitions)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|propertyNames|patternProperties)"/);
});

test("[#123] delete has no recursive parameter", () => {
  const [schema] = everyDefinition.filter(({ key }) => key === "default delete");
  expect(named(schema?.schema as ObjectSchema)).toEqual(["path*"]);
});

describe("of the default profile", () => {
  test("cost at most 2,500 tokens, at four characters a token", () => {
    expect(approximateTokens(definitions.default)).toBeLessThanOrEqual(2_500);
  });

  test("at most ten are offered", () => {
    expect(definitions.default.filter(({ offered }) => offered).length).toBeLessThanOrEqual(10);
  });
});
