import type { Around, ToolCall } from "../../src/tools/around.ts";

/**
 * An example of a middleware: refuses a write, an edit or a patch whose new text stands for code by a remark ("... rest of code", "unchanged",
 * "TODO: implement rest"), which models leave where they mean code that is there already.
 */
export const refusePlaceholders: Around = async function refusePlaceholders(call, next) {
  const remark = insertedTexts(call)
    .map(placeholderIn)
    .find((found) => found !== undefined);
  if (remark === undefined) return next(call);
  const text = `The new text has a remark in place of code: ${JSON.stringify(remark)}. Write the code itself, or leave out what stays as it is.`;
  const details = { path: "", capability: "write", reason: "placeholder" };
  return { status: "rejected", code: "permission_denied", details, text, effects: [], meta: { tool: call.name, duration_ms: 0 } };
};

const opener = String.raw`(?:\/\/|#|--|\/\*|<!--|\{\/\*)\s*`;
const end = String.raw`\s*(?:\*\/\}?|-->)?\s*$`;

/** A remark on a line of its own or after code; the words are those that stand for code, so that prose with three dots passes. */
const placeholders = [
  new RegExp(`${opener}(?:\\.{3}|…)${end}`, "im"),
  new RegExp(
    `${opener}(?:\\.{3}|…)\\s*(?:\\(?the\\s+)?(?:rest|remaining|existing|previous|other|same|unchanged|code|omitted)\\b[^\\n]*`,
    "im",
  ),
  new RegExp(
    `${opener}(?:\\(?the\\s+)?(?:rest|remaining|remainder|existing|everything)\\b[^\\n]*\\b(?:unchanged|omitted|as before|stays the same)\\b[^\\n]*`,
    "im",
  ),
  new RegExp(`${opener}(?:unchanged|no changes?)${end}`, "im"),
  new RegExp(`${opener}todo:?\\s+implement\\s+(?:the\\s+)?(?:rest|remaining)\\b[^\\n]*`, "im"),
];

function placeholderIn({ before, after }: Inserted): string | undefined {
  for (const placeholder of placeholders) {
    const remark = placeholder.exec(after)?.[0].trim();
    if (remark !== undefined && !before.includes(remark)) return remark;
  }
  return undefined;
}

/** What is put into a file, and what stood there. */
interface Inserted {
  readonly before: string;
  readonly after: string;
}

/** By the words of the tools' parameters, whatever the profile. */
function insertedTexts({ arguments: sent }: ToolCall): readonly Inserted[] {
  const { content, patch, edits, ...own } = fieldsOf(sent);
  const added = [...textOf(patch).matchAll(/^\+(?!\+\+ )(.*)$/gm)].map(([, line]) => line).join("\n");
  const list: readonly unknown[] = Array.isArray(edits) ? edits : [own];
  return [
    { before: "", after: textOf(content) },
    { before: "", after: added },
    ...list.map(fieldsOf).map((edit) => ({ before: textOf(edit["old_string"]), after: textOf(edit["new_string"]) })),
  ];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const parsed = typeof value === "string" ? parsedOrNothing(value) : value;
  return typeof parsed === "object" && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : {};
}

/** What is no JSON is left to the tool, which refuses it. */
function parsedOrNothing(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
