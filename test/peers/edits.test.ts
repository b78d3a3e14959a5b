import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { encode } from "../../src/core/text.ts";
import { createTools } from "../../src/tools/catalog.ts";
import type { ToolResult } from "../../src/tools/result.ts";
import { openWorkspace } from "../support/workspace.ts";
import { editFailureTable, knownEditFailures } from "./edits.ts";
import type { Edit, KnownEditFailure } from "./edits.ts";

test.each(knownEditFailures)("$who: $failure", async ({ file, edits, calls, answer }) => {
  const workspace = await openWorkspace({ f: file });
  const tools = createTools(workspace);
  const requests = calls === undefined ? [edits] : edits.map((edit) => [edit]);
  const results = await Promise.all(requests.map((request: readonly Edit[]) => tools.call("edit", { path: "f", edits: request })));
  const { bytes } = await workspace.readBytes({ path: "f" });
  for (const result of results) expect(outcomeOf(result)).toMatchObject(expectedOf(answer));
  expect(Array.from(bytes)).toEqual(Array.from(bytesOf("file" in answer ? answer.file : file)));
});

test("the table of the documentation is that of the cases", () => {
  const page = readFileSync(new URL("../../docs/edits-and-patches.md", import.meta.url), "utf8");
  expect(page).toContain(editFailureTable());
});

function bytesOf(file: KnownEditFailure["file"]): Uint8Array {
  return typeof file === "string" ? encode(file) : file;
}

function outcomeOf(result: ToolResult): object {
  if (result.status === "ok") return { matched: (result.data as { readonly matched: string }).matched };
  const { hint, ...details } = result.details as { readonly hint?: object };
  return { status: result.status, code: "code" in result && result.code, ...details, ...hint };
}

function expectedOf(answer: KnownEditFailure["answer"]): object {
  if ("file" in answer) return { matched: answer.matched ?? "exact" };
  const { code, hint, lines, oldString, differs } = answer;
  return {
    status: "rejected",
    code,
    ...(hint !== undefined && { reason: hint }),
    ...(lines && { lines }),
    ...(oldString !== undefined && { oldString }),
    ...(differs !== undefined && { nearest: { differs: { line: differs } } }),
  };
}
