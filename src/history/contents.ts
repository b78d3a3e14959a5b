import { fail, isPortsideError, type PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { checksum } from "../volumes/opfs/checksum.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Life, Lives, TracedStep } from "./lives.ts";
import type { Kept } from "./record.ts";
import { applySplice } from "./splice.ts";

/** What files held, put together from what the history kept. Throws io_error where that is lost. */
export interface Contents {
  /** The file's bytes before the step. */
  before(traced: TracedStep): Promise<Uint8Array>;
  /** And after it. */
  after(traced: TracedStep): Promise<Uint8Array>;
}

export interface ContentSource {
  readonly lives: Lives;
  readonly volume: Pick<Volume, "entry" | "read">;
  piece(number: number, index: number): MaybePromise<Uint8Array>;
  /** Told of a record whose pieces are not what they were. */
  damaged(number: number, reason: string): void;
}

/** For one look at the history: what was put together last of a file is the next thing asked for, on the way back. */
export function createContents(source: ContentSource): Contents {
  const latest = new Map<Life, { readonly traced: TracedStep; readonly bytes: Uint8Array }>();

  async function before(traced: TracedStep): Promise<Uint8Array> {
    const known = latest.get(traced.life);
    if (known?.traced === traced) return known.bytes;
    const chain = [traced];
    let bytes: Uint8Array | undefined;
    while (!bytes) {
      const last = chain.at(-1) as TracedStep;
      const next = isWhole(last) ? undefined : keptAfter(last);
      if (isWhole(last)) bytes = nothing;
      else if (!next) bytes = await now(source, last);
      else if (known?.traced === next) bytes = known.bytes;
      else chain.push(next);
    }
    for (const each of chain.toReversed()) bytes = await stepBack(source, each, bytes);
    latest.set(traced.life, { traced, bytes });
    return bytes;
  }

  return {
    before,
    async after(traced) {
      const next = keptAfter(traced);
      const bytes = await (next ? before(next) : now(source, traced));
      const { after } = traced.step;
      if (after?.kind === "file" && after.sum !== undefined && checksum(bytes) !== after.sum) throw lost(traced);
      return bytes;
    },
  };
}

const nothing = new Uint8Array(0);

/** The next step of the same file that kept what it found. */
function keptAfter({ next }: TracedStep): TracedStep | undefined {
  let later = next;
  while (later && !(later.step.before?.kind === "file" && later.step.before.kept)) later = later.next;
  return later;
}

/** It needs nothing of what came after it. */
function isWhole(traced: TracedStep): boolean {
  const { start, end } = keptOf(traced);
  return start + end === 0;
}

function keptOf(traced: TracedStep): Kept {
  const { before } = traced.step;
  const kept = before?.kind === "file" ? before.kept : undefined;
  if (!kept || kept === "lost") throw lost(traced);
  return kept;
}

function now({ lives, volume }: ContentSource, traced: TracedStep): MaybePromise<Uint8Array> {
  const path = lives.pathOf(traced.life);
  const entry = path === undefined ? undefined : volume.entry(path);
  if (entry?.kind !== "file") throw lost(traced);
  return volume.read(entry);
}

async function stepBack(source: ContentSource, traced: TracedStep, after: Uint8Array): Promise<Uint8Array> {
  const { start, end, piece, sum } = keptOf(traced);
  const middle = await pieceOf(source, traced, piece);
  const bytes = applySplice({ start, end, middle }, after);
  if (checksum(bytes) !== sum) throw lost(traced);
  return bytes;
}

async function pieceOf({ piece, damaged }: ContentSource, traced: TracedStep, index: number): Promise<Uint8Array> {
  const { number } = traced.record;
  try {
    return await piece(number, index);
  } catch (error) {
    if (!isPortsideError(error)) throw error;
    damaged(number, error.code);
    throw lost(traced);
  }
}

function lost({ step }: TracedStep): PortsideError {
  const reason = "what the file held is not known any more: it was changed by nobody the history knows, or its record is damaged";
  return fail("io_error", { path: step.path, operation: "history", reason });
}
