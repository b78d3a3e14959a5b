import { expect, test } from "vitest";
import { createMemoryVolume } from "../volumes/memory.ts";
import { createWorkspace } from "../workspace/index.ts";
import { createTools } from "./catalog.ts";

async function answersTo(...contents: readonly string[]) {
  const tools = createTools(await createWorkspace(createMemoryVolume({ files: { "a.txt": "1\n" } })));
  const answers: unknown[] = [];
  for (const content of contents) {
    const { text, effects } = await tools.call("write", { path: "a.txt", content });
    answers.push([text, effects.length]);
  }
  return answers;
}

test("writing what is there says that nothing was changed, and does not call it replaced", async () => {
  expect(await answersTo("1\n", "2\n", "2\n")).toEqual([
    ['"a.txt" held this already, still version 1; nothing was changed.', 0],
    ['Replaced "a.txt": 2 bytes stored, now version 2.', 1],
    ['"a.txt" held this already, still version 2; nothing was changed.', 0],
  ]);
});
