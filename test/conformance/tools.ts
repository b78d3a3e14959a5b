import { join } from "../../src/core/path.ts";
import type { VolumePath } from "../../src/core/path.ts";
import { byteLength } from "../../src/core/text.ts";
import { createTools } from "../../src/tools/catalog.ts";
import { profiles } from "../../src/tools/profiles.ts";
import type { ToolResult } from "../../src/tools/result.ts";
import { withFaults } from "../../src/volumes/faults.ts";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import { withQuota } from "../../src/volumes/quota.ts";
import type { DirectoryEntry, Volume } from "../../src/volumes/volume.ts";
import { createWorkspace } from "../../src/workspace/index.ts";
import type { ConformanceOptions, ConformanceReport, Verdict } from "./report.ts";
import { fieldsOf, stringField } from "./row.ts";

const root = "/workspace";

/** Content of a file in a row: text, bytes, a link, an empty directory, or text repeated. */
type Stored =
  | string
  | { readonly b64: string }
  | { readonly symlink: string }
  | { readonly dir: true }
  | { readonly repeat: readonly (readonly [string, number])[] };

interface Expectation {
  readonly status: string;
  readonly code?: string;
  readonly data?: unknown;
  readonly skipped?: Readonly<Record<string, number>>;
  readonly files?: Readonly<Record<string, Stored>>;
  readonly absent?: readonly string[];
  readonly dirs?: readonly string[];
  readonly text_contains?: readonly string[];
  readonly max_text_bytes?: number;
}

interface Row {
  readonly id: string;
  readonly area: string;
  readonly tool: string;
  readonly profile?: keyof typeof profiles;
  readonly needs?: readonly string[];
  readonly host?: { readonly quota_bytes?: number; readonly aborted?: boolean; readonly read_error?: readonly string[] };
  readonly files: Readonly<Record<string, Stored>>;
  readonly args: unknown;
  readonly expect: Expectation;
}

/** Runs rows of tools.jsonl, each in a fresh workspace in memory. */
export async function run(rows: readonly unknown[], options: ConformanceOptions = {}): Promise<ConformanceReport> {
  const failed: Verdict[] = [];
  const skipped: Verdict[] = [];
  let passed = 0;
  for (const row of rows.map(toRow).filter(({ area }) => options.areas?.includes(area) ?? true)) {
    const { outcome, reason } = await check(row);
    if (outcome === "passed") passed++;
    else (outcome === "failed" ? failed : skipped).push({ id: row.id, reason });
  }
  return { passed, failed, skipped };
}

function toRow(row: unknown): Row {
  const fields = fieldsOf(row);
  for (const name of ["id", "area", "tool"]) stringField(fields, name);
  for (const name of ["files", "expect"]) fieldsOf(fields[name]);
  return fields as unknown as Row;
}

interface Outcome {
  readonly outcome: "passed" | "failed" | "skipped";
  readonly reason: string;
}

async function check(row: Row): Promise<Outcome> {
  const volume = volumeOf(row);
  const missing = missingCapability(row, volume);
  if (missing !== undefined) return { outcome: "skipped", reason: `no ${missing}` };
  const workspace = await createWorkspace(volume, { root });
  const catalog = createTools(workspace, { profile: profiles[row.profile ?? "default"], root });
  if (!catalog.has(row.tool)) return { outcome: "skipped", reason: `no tool "${row.tool}"` };
  const before = snapshot(volume);
  const signal = row.host?.aborted === true ? { signal: AbortSignal.abort() } : {};
  const result = await catalog.call(row.tool, row.args, signal);
  const faults = [...resultFaults(result, row.expect), ...treeFaults({ before, after: snapshot(volume) }, row.expect)];
  return faults.length === 0 ? { outcome: "passed", reason: "" } : { outcome: "failed", reason: faults.join("; ") };
}

function volumeOf({ files, host }: Row): Volume {
  const tree = Object.fromEntries(Object.entries(files).map(([path, value]) => [path, written(value)]));
  const memory = createMemoryVolume({ files: tree, root });
  const faulty =
    host?.read_error === undefined ? memory : withFaults(memory, { unreadable: host.read_error.map((path) => join(root, path)) });
  return host?.quota_bytes === undefined ? faulty : withQuota(faulty, { maxBytes: host.quota_bytes });
}

function written(value: Stored) {
  if (typeof value === "string") return value;
  if ("symlink" in value) return { file: { symlink: value.symlink } };
  if ("dir" in value) return null;
  return bytesOf(value);
}

function bytesOf(value: string | { readonly b64: string } | { readonly repeat: readonly (readonly [string, number])[] }): Buffer {
  if (typeof value === "string") return Buffer.from(value);
  if ("b64" in value) return Buffer.from(value.b64, "base64");
  return Buffer.from(value.repeat.map(([text, times]) => text.repeat(times)).join(""));
}

function missingCapability({ needs = [] }: Row, { capabilities }: Volume): string | undefined {
  return needs.find((need) => (capabilities as unknown as Record<string, unknown>)[need] !== true);
}

/** Every path below the root with what is there, as comparable text. */
type Snapshot = ReadonlyMap<string, string>;

function snapshot(volume: Volume): Snapshot {
  const seen = new Map<string, string>();
  visit(volume, { directory: volume.entry(root) as DirectoryEntry, at: root }, seen);
  return seen;
}

interface Visit {
  readonly directory: DirectoryEntry;
  readonly at: VolumePath;
}

function visit(volume: Volume, { directory, at }: Visit, seen: Map<string, string>): void {
  for (const { name, entry } of volume.children(directory)) {
    const path = join(at, name);
    const shown = path.slice(root.length + 1);
    if (entry.kind === "directory") {
      seen.set(shown, "directory");
      visit(volume, { directory: entry, at: path }, seen);
    } else if (entry.kind === "symlink") seen.set(shown, `link ${entry.target}`);
    else if (entry.kind === "file") seen.set(shown, `file ${entry.version}`);
  }
  addContents(volume, { directory, at }, seen);
}

/** Contents where they can be read; a row's faulty files keep their version, which is enough to see a change. */
function addContents(volume: Volume, { directory, at }: Visit, seen: Map<string, string>): void {
  for (const { name, entry } of volume.children(directory)) {
    if (entry.kind !== "file") continue;
    try {
      const bytes = volume.read(entry) as Uint8Array;
      seen.set(join(at, name).slice(root.length + 1), `file ${Buffer.from(bytes).toString("base64")}`);
    } catch {
      continue;
    }
  }
}

function resultFaults(result: ToolResult, expected: Expectation): readonly string[] {
  const code = result.status === "ok" ? undefined : result.code;
  if (result.status !== expected.status) return [`status is ${result.status} ${code ?? ""}: ${result.text}`];
  const text = result.text.toLowerCase();
  const data = result.status === "ok" ? (result.data as { readonly skipped?: unknown }) : undefined;
  return [
    ...(expected.code !== undefined && expected.code !== code ? [`code is ${code}`] : []),
    ...(expected.data === undefined ? [] : differences(data, expected.data, "data")),
    ...(expected.skipped === undefined ? [] : differences(data?.skipped, expected.skipped, "skipped")),
    ...(expected.text_contains ?? [])
      .filter((part) => !text.includes(part.toLowerCase()))
      .map((part) => `text lacks "${part}": ${result.text}`),
    ...(byteLength(result.text) > (expected.max_text_bytes ?? Infinity) ? [`text has ${byteLength(result.text)} bytes`] : []),
  ];
}

/** Where `actual` differs from the subset `expected`: objects by the keys given, arrays element by element. */
function differences(actual: unknown, expected: unknown, at: string): readonly string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [`${at} is ${JSON.stringify(actual)}`];
    return expected.flatMap((item, index) => differences(actual[index], item, `${at}[${index}]`));
  }
  if (typeof expected === "object" && expected !== null) {
    const object = (actual ?? {}) as Record<string, unknown>;
    return Object.entries(expected).flatMap(([key, value]) => differences(object[key], value, `${at}.${key}`));
  }
  return normal(actual, at) === normal(expected, at) ? [] : [`${at} is ${JSON.stringify(actual)}`];
}

/** The forms that may differ: a final newline of content, a final "/" of a directory, a leading "." of an extension. */
function normal(value: unknown, at: string): unknown {
  if (typeof value !== "string") return value;
  if (at === "data.content") return value.replace(/\n$/, "");
  if (/\.(path|name)$|^data\.(paths|files)\[/.test(at)) return value.replace(/\/$/, "");
  return at.endsWith(".key") ? value.replace(/^\./, "") : value;
}

function treeFaults({ before, after }: { readonly before: Snapshot; readonly after: Snapshot }, expected: Expectation): readonly string[] {
  const changed = expected.status === "rejected" && !same(before, after) ? ["the tree has changed"] : [];
  const wrong = Object.entries(expected.files ?? {}).filter(([path, value]) => after.get(path) !== stored(value));
  return [
    ...changed,
    ...wrong.map(([path]) => `${path} is ${after.get(path)}`),
    ...(expected.absent ?? []).filter((path) => after.has(path)).map((path) => `${path} is still there`),
    ...(expected.dirs ?? []).filter((path) => after.get(path) !== "directory").map((path) => `${path} is no directory`),
  ];
}

function same(a: Snapshot, b: Snapshot): boolean {
  return a.size === b.size && [...a].every(([path, value]) => b.get(path) === value);
}

function stored(value: Stored): string {
  if (typeof value === "object" && "symlink" in value) return `link ${value.symlink}`;
  if (typeof value === "object" && "dir" in value) return "directory";
  return `file ${bytesOf(value).toString("base64")}`;
}
