import { parseJson } from "./json.ts";

/**
 * Edits as models send them, as an array: from a JSON text, from one edit alone, or from `old_string` and `new_string` beside the path. What
 * cannot be read as edits stays as it is, for the validation to refuse.
 */
export function repairEdits(args: unknown): unknown {
  if (!isRecord(args)) return args;
  const { edits } = args;
  if (edits === undefined) return fromTopLevel(args);
  if (typeof edits === "string") return { ...args, edits: fromText(edits) ?? edits };
  return isRecord(edits) ? { ...args, edits: [edits] } : args;
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fromTopLevel(args: Fields): Fields {
  const { edits: _, old_string, new_string, ...rest } = args;
  return isEdit({ old_string, new_string }) ? { ...rest, edits: [{ old_string, new_string }] } : args;
}

function isEdit(value: unknown): boolean {
  return isRecord(value) && typeof value["old_string"] === "string" && typeof value["new_string"] === "string";
}

function fromText(text: string): readonly unknown[] | undefined {
  return editsIn(text) ?? editsIn(repairJson(text));
}

function editsIn(text: string): readonly unknown[] | undefined {
  const parsed = parseJson(text);
  if (!("value" in parsed)) return undefined;
  const edits: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return edits.length > 0 && edits.every(isEdit) ? edits : undefined;
}

/** Strings, and what stands between them. */
const tokens = /"[^"\\]*(?:\\[^][^"\\]*)*"|[^"]+/g;

const rawCharacters: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Raw newlines and tabs in strings escaped; outside of them `>` read as `:`, and a comma before a closing bracket dropped. */
function repairJson(text: string): string {
  return text.replace(tokens, (token) => {
    if (token.startsWith('"')) return token.replace(/\\[^]|[\n\r\t]/g, (character) => rawCharacters[character] ?? character);
    return token.replaceAll(">", ":").replace(/,(?=\s*[\]}])/g, () => "");
  });
}
