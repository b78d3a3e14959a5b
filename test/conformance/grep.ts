import { isPortsideError } from "../../src/core/errors.ts";
import type { GrepRequest, GrepResponse } from "../../src/ports/grepper.ts";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import { createWorkspace } from "../../src/workspace/index.ts";
import type { ConformanceReport, Verdict } from "./report.ts";
import { fieldsOf, stringField } from "./row.ts";

type Content = string | { readonly b64: string };

interface Arguments {
  readonly pattern: string;
  readonly case: "sensitive" | "insensitive" | "smart";
  readonly output: "content" | "files" | "count";
  readonly multiline?: boolean;
  readonly word?: boolean;
  readonly fixed?: boolean;
  readonly before?: number;
  readonly after?: number;
  readonly context?: number;
  readonly glob?: string;
  readonly file_type?: string;
  readonly include_hidden?: boolean;
}

interface Expectation {
  readonly error?: boolean;
  readonly error_contains?: string | readonly string[];
  readonly lines?: readonly (readonly [string, number, string, Content])[];
  readonly files?: readonly string[];
  readonly counts?: readonly (readonly [string, number])[];
}

interface Row {
  readonly id: string;
  readonly class: string;
  readonly files: Readonly<Record<string, Content>>;
  readonly args: Arguments;
  readonly expect: Expectation;
}

/** Runs rows of grep.jsonl against the Grepper port over a workspace in memory. */
export async function run(rows: readonly unknown[]): Promise<ConformanceReport> {
  const failed: Verdict[] = [];
  for (const row of rows.map(toRow)) {
    const reason = await check(row);
    if (reason !== undefined) failed.push({ id: row.id, reason: `${row.class}: ${reason}` });
  }
  return { passed: rows.length - failed.length, failed, skipped: [] };
}

function toRow(row: unknown): Row {
  const fields = fieldsOf(row);
  return { ...(fields as object as Row), id: stringField(fields, "id") };
}

async function check({ files, args, expect }: Row): Promise<string | undefined> {
  const found = await grep(files, args);
  if (typeof found === "string") return expect.error ? wrongMessage(expect, found) : `${args.pattern} was refused: ${found}`;
  if (expect.error) return `${args.pattern} was accepted`;
  const [actual, wanted] = [JSON.stringify(shapeOf(found)), JSON.stringify(wantedOf(expect))];
  return actual === wanted ? undefined : `${JSON.stringify(args)} found ${actual}, not ${wanted}`;
}

/** The response, or the message the pattern was refused with. */
async function grep(files: Row["files"], args: Arguments): Promise<GrepResponse | string> {
  const volume = createMemoryVolume({
    files: Object.fromEntries(Object.entries(files).map(([path, content]) => [path, bytesOf(content)])),
  });
  const workspace = await createWorkspace(volume);
  try {
    return await workspace.grep(requestOf(args));
  } catch (error) {
    if (isPortsideError(error, "invalid_pattern")) return String(error.details.message);
    throw error;
  }
}

function requestOf({ glob, file_type: fileType, include_hidden: includeHidden, ...args }: Arguments): GrepRequest {
  const { pattern, case: casing, output, multiline, word, fixed, before, after, context } = args;
  const given = { multiline, word, fixed, before, after, context, glob, fileType, includeHidden };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const caps = { limit: "none", maxBytes: "none", maxLine: "none", includeIgnored: true, dialect: { order: "path" } } as const;
  return { pattern, case: casing, output, ...present, ...caps };
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : Buffer.from(content.b64, "base64");
}

function shapeOf(found: GrepResponse): unknown {
  if (found.output === "files") return found.files;
  if (found.output === "count") return found.counts.map(({ path, count }) => [path, count]);
  return found.lines.map(({ path, line, text, kind }) => [path, line, kind === "match" ? "m" : "c", text]);
}

function wantedOf({ lines, files, counts }: Expectation): unknown {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return (
    files ??
    counts ??
    lines?.map(([path, line, kind, text]) => [path, line, kind, typeof text === "string" ? text : decoder.decode(bytesOf(text))])
  );
}

function wrongMessage({ error_contains: expected = [] }: Expectation, message: string): string | undefined {
  const options = typeof expected === "string" ? [expected] : expected;
  if (options.some((option) => message.includes(option))) return undefined;
  return `refused with ${JSON.stringify(message)}, not ${options.join(" or ")}`;
}
