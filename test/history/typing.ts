import type { ToolResult } from "../../src/tools/result.ts";
import { createRandom } from "./actors.ts";
import { openBuffer, type Buffer } from "./buffer.ts";

/** The file that a user types in while a model edits it. */
export const path = "a.txt";

export interface Together {
  readonly edits: number;
  readonly keystrokes: number;
  readonly seed: number;
  readonly workspace: Parameters<typeof openBuffer>[0];
  /** The model's edits. */
  edit(args: object, id: string): Promise<ToolResult>;
  /** Lets the other one work. */
  pause(): Promise<unknown>;
}

export interface Outcome {
  readonly buffer: Buffer;
  /** Of edits that were none. */
  readonly failed: readonly string[];
  /** Edits that found the file changed by the user. */
  readonly meanwhile: number;
}

/** The user types in lines of their own; those of the model stand between them. */
export function firstText(edits: number): string {
  return Array.from({ length: edits }, (_, n) => `model ${n}: todo\n--\nuser ${n}: \n--\n`).join("");
}

/** What a model makes of its `n`th line. */
export function edited(n: number): string {
  return `model ${n}: done\nand said so\n`;
}

/** Both at the same time; in the end everything is saved. */
export async function workTogether(together: Together): Promise<Outcome> {
  const random = createRandom(together.seed);
  const buffer = await openBuffer(together.workspace, path);
  const [outcome] = await Promise.all([editAll(together, random), typeAll(together, random, buffer)]);
  await buffer.save();
  return { buffer, ...outcome };
}

/** The keys that were typed, by their numbers, as they stand in the text. */
export function keysIn(text: string): readonly number[] {
  return [...text.matchAll(/<(\d+)>/g)].map(([, key]) => Number(key));
}

type Random = ReturnType<typeof createRandom>;

async function editAll({ edits, edit, pause }: Together, random: Random): Promise<Omit<Outcome, "buffer">> {
  const failed: string[] = [];
  let meanwhile = 0;
  for (let n = 0; n < edits; n++) {
    const { status, text, meta } = await edit({ path, edits: [{ old_string: `model ${n}: todo\n`, new_string: edited(n) }] }, `e${n}`);
    if (status !== "ok") failed.push(text);
    if (meta.changed_meanwhile) meanwhile++;
    if (random.below(3) === 0) await pause();
  }
  return { failed, meanwhile };
}

async function typeAll({ edits, keystrokes, pause }: Together, random: Random, buffer: Buffer): Promise<void> {
  let saving: Promise<void> = Promise.resolve();
  for (let key = 0; key < keystrokes; key++) {
    const line = `user ${random.below(edits)}: `;
    buffer.type(buffer.text().indexOf(line) + line.length, `<${key}>`);
    if (random.below(2) === 0) saving = saving.then(buffer.save);
    if (random.below(3) === 0) await pause();
  }
  await saving;
  await buffer.save();
}
