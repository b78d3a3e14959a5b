import { toJSONSchema } from "zod/mini";
import type { Definition } from "./definition.ts";
import type { Profile } from "./profile.ts";
import type { AnyTool } from "./tool.ts";

/** The definitions of a profile's tools: the offered ones first. */
export function definitionsOf({ tools, byName = [] }: Profile): readonly Definition[] {
  return [...tools.map((tool) => definitionOf(tool, true)), ...byName.map((tool) => definitionOf(tool, false))];
}

function definitionOf(tool: AnyTool, offered: boolean): Definition {
  const { name, description, concurrency } = tool;
  const { $schema: _, ...inputSchema } = toJSONSchema(tool.schema, { override: withoutSafeBound });
  return { name, description, inputSchema, concurrency, offered };
}

/** zod bounds every integer by the safe ones; a model needs no word of it. */
function withoutSafeBound({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
