import { codes } from "../../src/core/codes.ts";
import type { Code } from "../../src/core/codes.ts";
import { createTools } from "../../src/tools/catalog.ts";
import type { Definition } from "../../src/tools/definition.ts";
import { definitionsOf } from "../../src/tools/definition-of.ts";
import type { Profile } from "../../src/tools/profile.ts";
import { profiles } from "../../src/tools/profiles.ts";
import { defaultSentences, sentenceOf } from "../../src/tools/sentences/index.ts";
import { facts } from "../support/facts.ts";
import { openWorkspace } from "../support/workspace.ts";
import { calls, files, links } from "./calls.ts";

export type ProfileName = keyof typeof profiles;

export const goldenNames = Object.keys(profiles) as readonly ProfileName[];

/** What a model is told and reads in one profile: its tools, what they answer to some calls, and what it is told of each kind of failure. */
export async function goldenOf(name: ProfileName): Promise<string> {
  const profile = profiles[name];
  const parts = [toolsOf(profile), await answersOf(name), refusalsOf(profile)];
  return `# The ${name} profile\n\nMade by scripts/golden.ts, compared by test/golden/golden.test.ts.\n\n${parts.join("\n\n")}\n`;
}

function toolsOf(profile: Profile): string {
  return ["## Tools", ...definitionsOf(profile).map(toolOf)].join("\n\n");
}

function toolOf({ name, description, inputSchema, concurrency, offered }: Definition): string {
  const schema = inputSchema as unknown as Schema;
  return [`### ${name} (${concurrency}${offered ? "" : ", by name"})`, "", description, ...parametersOf(schema, "")].join("\n");
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A line for each parameter; those of the items of a list below it. */
function parametersOf({ properties = {}, required = [] }: Schema, indent: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    `${indent}- ${name}${required.includes(name) ? "*" : ""} ${typeOf(schema)}: ${schema.description ?? ""}`,
    ...parametersOf(schema.items ?? {}, `${indent}  `),
  ]);
}

function typeOf(schema: Schema): string {
  const { type = "any", minimum, maximum, minLength, minItems, pattern, items } = schema;
  const bounds = [
    minimum !== undefined && `>= ${minimum}`,
    maximum !== undefined && `<= ${maximum}`,
    minLength !== undefined && `length >= ${minLength}`,
    minItems !== undefined && `items >= ${minItems}`,
    pattern !== undefined && `like ${pattern}`,
  ].filter((bound) => bound !== false);
  const word = schema.enum ? schema.enum.join(" | ") : items ? `[${typeOf(items)}]` : type;
  return bounds.length === 0 ? word : `${word} (${bounds.join(", ")})`;
}

async function answersOf(name: ProfileName): Promise<string> {
  const tools = createTools(await openWorkspace(files, { links, home: "/workspace/src" }), { profile: profiles[name] });
  const answers = ["## Answers"];
  for (const [tool, args] of calls[name]) {
    const { status, text } = await tools.call(tool, args);
    answers.push(`### ${tool} ${JSON.stringify(args)}\n\n${status}\n${quotation(text)}`);
  }
  return answers.join("\n\n");
}

function refusalsOf(profile: Profile): string {
  return ["## Failures", ...codes.map((code) => `### ${code}\n\n${quotation(sentence(profile, code))}`)].join("\n\n");
}

function sentence(profile: Profile, code: Code): string {
  const names = new Set([...profile.tools, ...(profile.byName ?? [])].map((tool) => tool.name));
  const context = { tool: "read", root: "/workspace", has: (tool: string) => names.has(tool) };
  return sentenceOf({ ...defaultSentences, ...profile.sentences }, code, facts[code], context);
}

/** What would not show, or would end a line, is escaped, so that a change of it shows. */
function quotation(text: string): string {
  const escaped = text.replace(/[^\P{C}\n]/gu, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
  return escaped
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}
