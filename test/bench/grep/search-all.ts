import type { Workspace } from "../../../src/workspace/index.ts";
import type { Query } from "./queries.ts";

/** Every line of every file, with what the model sees of it; of the empty pattern only how many. */
export async function searchAll(workspace: Workspace, { name, request }: Query): Promise<void> {
  const caps = { limit: "none", maxBytes: "none", maxLine: "none" } as const;
  const output = name === "empty" ? "count" : "content";
  await workspace.grep({ ...request, ...caps, output, includeHidden: true, includeIgnored: true });
}
