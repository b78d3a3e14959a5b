import type { Definition } from "../src/tools/definition.ts";

/** Characters of JSON to a token, about. */
const charactersPerToken = 4;

/** What tools cost in a model's context, about: of their definitions what a provider is sent. */
export function approximateTokens(tools: readonly Definition[]): number {
  const sent = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return Math.ceil(JSON.stringify(sent).length / charactersPerToken);
}
