import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { facts } from "../../test/support/facts.ts";
import { fakePorts, unusualAnswers, validArguments } from "../../test/support/fake-ports.ts";
import { codes } from "../core/codes.ts";
import type { Code } from "../core/codes.ts";
import { PortsideError } from "../core/errors.ts";
import { createTools, type Catalog } from "./catalog.ts";
import { extendProfile } from "./extend.ts";
import { presets } from "./presets.ts";
import type { Profile } from "./profile.ts";
import { profiles } from "./profiles.ts";
import type { AnyTool, Calls, PortName } from "./tool.ts";

const toolsOf = ({ tools, byName = [] }: Profile): readonly AnyTool[] => [...tools, ...byName];

/** The profile with names that no sentence holds by chance: "read" is a word, "t_read" is a tool. */
function renamed(profile: Profile): Profile {
  return extendProfile(profile, { rename: Object.fromEntries(toolsOf(profile).map(({ name }) => [name, `t_${name}`])) });
}

/** Where a text would name a tool by the name it was written under. */
const writtenNames =
  /\b(?:read_file|write_file|edit_file|list_files|find_files|search_files|read_image|apply_patch|file_count)\b|\b(?:[Uu]se|with) (?:read|write|edit|list|glob|grep|tree|create|delete|move|mkdir)\b|\b(?:read|write|edit|list|glob|grep|tree) \{/;

function namedIn(text: string): readonly string[] {
  return text.match(/\bt_[a-z_]+/g) ?? [];
}

/** Another set of facts for the codes whose sentences say more than one thing. */
const otherFacts: readonly (readonly [Code, object])[] = [
  ["not_found", { path: "x" }],
  ["not_a_file", { path: "x", kind: "symlink" }],
  ["unsupported_file", { path: "x" }],
  ["binary_file", { path: "x", in: "content" }],
  ["stale_version", { path: "x", diff: "--- a/x\n" }],
  ...(["none", "too_large", "near", "applied"] as const).map(
    (reason) => ["edit_not_found", { path: "x", index: 0, edits: 1, hint: { reason, lines: [1] } }] as const,
  ),
];

const failures = [...codes.map((code) => [code, facts[code]] as const), ...otherFacts];

type Fault = readonly [Code, object];

const allProfiles: readonly (readonly [string, Profile])[] = [...Object.entries(profiles), ...Object.entries(presets)];

describe.each(allProfiles)("with some ports missing, %s", (name, written) => {
  const profile = renamed(written);
  const tools = toolsOf(profile);
  const ports = [...new Set(tools.map(({ calls }) => calls as PortName))];
  const argumentsOf = ({ writtenAs = "" }: AnyTool): unknown =>
    validArguments[`${name} ${writtenAs}`] ?? validArguments[`default ${writtenAs}`];

  function open(there: readonly PortName[], answers: Parameters<typeof fakePorts>[0] = {}): Catalog {
    const all = fakePorts(answers).ports;
    return createTools(Object.fromEntries(there.map((port) => [port, all[port]])) as Partial<Calls>, { profile });
  }

  function failing(code: Code, details: object): Parameters<typeof fakePorts>[0] {
    const fault = (): never => {
      throw new PortsideError({ code, details });
    };
    return Object.fromEntries(ports.map((port) => [port, fault]));
  }

  function expectNoneAbsent({ has, definitions }: Catalog, texts: readonly string[]): void {
    expect(definitions.every((definition) => has(definition.name))).toBe(true);
    for (const text of texts) {
      expect(namedIn(text).filter((tool) => !has(tool))).toEqual([]);
      expect(text).not.toMatch(writtenNames);
    }
  }

  async function textsOf(catalog: Catalog): Promise<readonly string[]> {
    const present = tools.filter((tool) => catalog.has(tool.name));
    const results = await Promise.all(present.map((tool) => catalog.call(tool.name, argumentsOf(tool))));
    return results.flatMap(({ text, meta }) => [text, JSON.stringify(meta)]);
  }

  test("has the tools whose ports are there and no others", () => {
    fc.assert(
      fc.property(fc.subarray(ports), (there) => {
        const { definitions } = open(there);
        expect(definitions.map((tool) => tool.name)).toEqual(
          tools.filter(({ calls }) => there.includes(calls as PortName)).map((tool) => tool.name),
        );
      }),
    );
  });

  test("names no absent tool in descriptions, parameters and guidelines", () => {
    fc.assert(
      fc.property(fc.subarray(ports), (there) => {
        const catalog = open(there);
        const told = catalog.definitions.flatMap(({ description, inputSchema }) => [description, JSON.stringify(inputSchema)]);
        expectNoneAbsent(catalog, [...told, ...catalog.guidelines]);
      }),
    );
  });

  test("names none in what it answers", async () => {
    const unusual = Object.entries(unusualAnswers).flatMap(([port, answers]) => answers.map((answer) => ({ [port]: () => answer })));
    for (const answers of [{}, ...unusual]) {
      await fc.assert(
        fc.asyncProperty(fc.subarray(ports), async (there) => {
          const catalog = open(there, answers);
          expectNoneAbsent(catalog, await textsOf(catalog));
        }),
        { numRuns: 5 },
      );
    }
  });

  test("names none in what it says of a failure", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(ports, { minLength: 1 }), fc.constantFrom(...failures), async (there, [code, details]: Fault) => {
        const catalog = open(there, failing(code, details));
        expectNoneAbsent(catalog, await textsOf(catalog));
      }),
      { numRuns: 400 },
    );
  });

  test("names those that are there", async () => {
    const seen = new Set<string>();
    for (const [code, details] of failures) {
      const catalog = open(ports, failing(code, details));
      for (const text of await textsOf(catalog)) for (const tool of namedIn(text)) seen.add(tool);
    }
    expect(seen.size).toBeGreaterThan(2);
  });
});
