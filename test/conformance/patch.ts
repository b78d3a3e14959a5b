import { isPortsideError } from "../../src/core/errors.ts";
import type { Dialect } from "../../src/ports/dialect.ts";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Volume } from "../../src/volumes/volume.ts";
import { createWorkspace } from "../../src/workspace/index.ts";
import type { ConformanceReport, Verdict } from "./report.ts";
import { fieldsOf, stringField } from "./row.ts";

const root = "/workspace";

/** Bytes of a row: a text, or what is no text. */
type Data = string | { readonly b64: string };

type Tree = Readonly<Record<string, { readonly mode: string; readonly data: Data }>>;

interface PatchRow {
  readonly id: string;
  readonly class: string;
  readonly tree: Tree;
  readonly patch: Data;
  readonly strict: { readonly ok: boolean; readonly tree?: Tree };
  readonly intent?: Tree;
  readonly mustReject?: boolean;
}

/** How default mode did on the rows whose intent is known. */
type Judgement = "right" | "rescued" | "wrong" | "rejected" | "rightly rejected";

/** Exactly what git apply does, and what the default profile does. */
const strict: Dialect = { placement: "git", rescue: false };
const kind: Dialect = {};

/**
 * Runs rows of patch.jsonl through the port, over memory. A row fails when the strict verdict or tree differs, or when default mode makes a tree
 * that nobody meant.
 */
export async function run(rows: readonly unknown[]): Promise<ConformanceReport> {
  const failed: Verdict[] = [];
  const judgements: { readonly row: PatchRow; readonly judgement: Judgement }[] = [];
  for (const row of rows.map(toRow)) {
    const reasons = [...(await strictFaults(row, await applied(row, strict)))];
    const judgement = await judge(row, await applied(row, kind));
    if (judgement === "wrong") reasons.push("the tree of default mode is wrong");
    if (judgement !== undefined) judgements.push({ row, judgement });
    if (reasons.length > 0) failed.push({ id: row.id, reason: reasons.join("; ") });
  }
  return { passed: rows.length - failed.length, failed, skipped: [], notes: summary(judgements) };
}

function toRow(row: unknown): PatchRow {
  const fields = fieldsOf(row);
  for (const name of ["id", "class"]) stringField(fields, name);
  for (const name of ["tree", "strict"]) fieldsOf(fields[name]);
  return fields as unknown as PatchRow;
}

/** The tree after the patch; undefined when it was refused. A refusal that leaves another tree behind is a fault of its own. */
async function applied(row: PatchRow, dialect: Dialect): Promise<string | undefined> {
  const volume = await volumeOf(row.tree);
  const workspace = await createWorkspace(volume, { root });
  const before = snapshot(volume);
  try {
    await workspace.apply({ patch: bytesOf(row.patch), dialect });
    return snapshot(volume);
  } catch (error) {
    if (!isPortsideError(error)) throw error;
    return snapshot(volume) === before ? undefined : "a refusal that changed the tree";
  }
}

async function volumeOf(tree: Tree): Promise<Volume> {
  const volume = createMemoryVolume({
    files: Object.fromEntries(Object.entries(tree).map(([path, entry]) => [path, written(entry)])),
    root,
  });
  const executable = Object.keys(tree).filter((path) => tree[path]?.mode === "100755");
  const changes = executable.map((path) => ({ op: "mode", path: `${root}/${path}`, executable: true }) as const);
  await volume.commit({ changes, origin: { by: "host" } });
  return volume;
}

function written({ mode, data }: Tree[string]): Buffer | { readonly file: { readonly symlink: string } } {
  return mode === "120000" ? { file: { symlink: bytesOf(data).toString() } } : bytesOf(data);
}

function bytesOf(data: Data): Buffer {
  return typeof data === "string" ? Buffer.from(data) : Buffer.from(data.b64, "base64");
}

/** Every file and link below the root as one comparable text. Empty directories do not count. */
function snapshot(volume: Volume, path = root): string {
  const entry = volume.entry(path);
  const shown = JSON.stringify(path.slice(root.length + 1));
  if (entry?.kind === "directory")
    return volume
      .children(entry)
      .map(({ name }) => snapshot(volume, `${path}/${name}`))
      .join("");
  if (entry?.kind === "symlink") return `${shown} 120000 ${Buffer.from(entry.target).toString("base64")}\n`;
  if (entry?.kind !== "file") throw new Error(`Nothing to compare at ${path}.`);
  return `${shown} ${entry.executable ? "100755" : "100644"} ${Buffer.from(volume.read(entry) as Uint8Array).toString("base64")}\n`;
}

async function strictFaults({ strict: expected }: PatchRow, actual: string | undefined): Promise<readonly string[]> {
  if (!expected.ok) return actual === undefined ? [] : ["strict mode accepted it"];
  if (actual === undefined) return ["strict mode refused it"];
  return actual === (await stored(expected.tree ?? {})) ? [] : ["the tree of strict mode differs"];
}

async function stored(tree: Tree): Promise<string> {
  return snapshot(await volumeOf(tree));
}

async function judge({ strict: { ok }, intent, mustReject }: PatchRow, actual: string | undefined): Promise<Judgement | undefined> {
  if (mustReject === true) return actual === undefined ? "rightly rejected" : "wrong";
  if (intent === undefined) return undefined;
  if (actual === undefined) return "rejected";
  if (actual !== (await stored(intent))) return "wrong";
  return ok ? "right" : "rescued";
}

function summary(judgements: readonly { readonly row: PatchRow; readonly judgement: Judgement }[]): string[] {
  const classes = [...new Set(judgements.map(({ row }) => row.class))];
  const of = (name: string): readonly Judgement[] => judgements.filter(({ row }) => row.class === name).map(({ judgement }) => judgement);
  const all = judgements.map(({ judgement }) => judgement);
  return [...classes.map((name) => `${name}: ${counts(of(name), used(of(name)))}`), `default mode: ${counts(all, names)}`];
}

const names: readonly Judgement[] = ["right", "rescued", "wrong", "rejected", "rightly rejected"];

function used(judgements: readonly Judgement[]): readonly Judgement[] {
  return names.filter((name) => judgements.includes(name));
}

function counts(judgements: readonly Judgement[], shown: readonly Judgement[]): string {
  return shown.map((name) => `${judgements.filter((one) => one === name).length} ${name}`).join(", ");
}
