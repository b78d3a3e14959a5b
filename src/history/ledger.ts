import type { Effect } from "../core/effects.ts";
import { fail, isPortsideError } from "../core/errors.ts";
import type { VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import type { CallFate } from "../ports/history.ts";
import type { EarlierCall, Ledger, LedgerCall } from "../ports/ledger.ts";
import { checksum } from "../volumes/opfs/checksum.ts";
import type { Volume } from "../volumes/volume.ts";
import { unpackAnswer } from "./format.ts";
import type { Journal } from "./journal.ts";
import { effectsOfRecords } from "./points.ts";
import type { CallMark } from "./record.ts";
import type { Recorder } from "./recorder.ts";
import { recordOf } from "./shelf.ts";

/** A longer answer is not kept: what the call changed is. */
const answerBytes = 65_536;

/** A call that has begun and not ended. */
interface Running {
  readonly catalog: string;
  readonly mark: CallMark;
  readonly ended: Promise<void>;
  end(): void;
}

/** The calls that have begun, by their ids: whoever records commits marks them as theirs. */
export interface RunningCalls {
  markOf(id: string): CallMark | undefined;
  readonly calls: Map<string, Running>;
}

export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, Running>();
  return { calls, markOf: (id) => calls.get(id)?.mark };
}

export interface LedgerParts {
  readonly journal: Journal;
  readonly recorder: Recorder;
  readonly running: RunningCalls;
  readonly volume: Pick<Volume, "committed">;
  shown(path: VolumePath): string;
}

export function createLedger({ journal, recorder, running: { calls }, volume, shown }: LedgerParts): Ledger {
  // Where an earlier life of the volume ended: the ids that it gave are not given again.
  const life = journal.last();
  let given = 0;

  const effectsOf = (id: string): readonly Effect[] => effectsOfRecords(journal.lives(), journal.call(id).map(recordOf), shown);

  function answerOf(id: string): string | undefined {
    const answer = journal.call(id).at(-1)?.answer;
    return answer && unpackAnswer(answer);
  }

  /** So long ago that no record of it is left. */
  function isForgotten(id: string): boolean {
    return journal.call(id).length === 0 && volume.committed(id) !== undefined;
  }

  async function begin(call: LedgerCall): Promise<EarlierCall | undefined> {
    const mark = markOf(call);
    const running = calls.get(call.id);
    if (running) {
      refuseOther(call, mark, running);
      await running.ended;
      return begin(call);
    }
    const records = journal.call(call.id).map(recordOf);
    if (records.length > 0) {
      const { call: known, origin } = records.find((record) => record.call) ?? {};
      refuseOther(call, mark, { mark: known, catalog: origin?.actor });
      const answer = answerOf(call.id);
      return { effects: effectsOf(call.id), ...(answer && { answer }) };
    }
    if (isForgotten(call.id)) return { effects: [] };
    calls.set(call.id, createRunning(call.catalog, mark));
    return undefined;
  }

  async function keepAnswer(id: string, answer: string): Promise<void> {
    const kept = encode(answer).length > answerBytes ? "" : answer;
    try {
      await recorder.store(() => journal.prepareAnswer(id, kept));
    } catch (error) {
      if (!isPortsideError(error)) throw error;
      journal.note(`the answer of the call ${id} could not be kept: ${error.code}`);
    }
  }

  return {
    begin,
    async end(id, answer) {
      try {
        if (journal.call(id).length > 0) await keepAnswer(id, answer);
      } finally {
        calls.get(id)?.end();
        calls.delete(id);
      }
    },
    fate(id): CallFate {
      if (calls.has(id)) return { state: "running", effects: effectsOf(id) };
      if (isForgotten(id)) return { state: "completed", effects: [], forgotten: true };
      if (journal.call(id).length === 0) return { state: "not_started" };
      const answer = answerOf(id);
      if (answer === undefined) return { state: "interrupted", effects: effectsOf(id) };
      return { state: "completed", effects: effectsOf(id), ...(answer && { result: JSON.parse(answer) as unknown }) };
    },
    nextId(catalog) {
      let id: string;
      do id = `${catalog}-${life}-${++given}`;
      while (volume.committed(id) !== undefined);
      return id;
    },
  };
}

function markOf({ tool, arguments: text }: LedgerCall): CallMark {
  const bytes = encode(text);
  return { tool, length: bytes.length, sum: checksum(bytes) };
}

/** Whose call is known by the id. Who commits past the catalogs has no name. */
interface Known {
  readonly mark: CallMark | undefined;
  readonly catalog: string | undefined;
}

function refuseOther({ id, catalog }: LedgerCall, asked: CallMark, known: Known): void {
  const { mark } = known;
  const isSame = mark?.tool === asked.tool && mark.length === asked.length && mark.sum === asked.sum;
  if (isSame && (known.catalog ?? catalog) === catalog) return;
  throw fail("invalid_arguments", { issues: [{ at: "id", problem: "taken", received: id }] });
}

function createRunning(catalog: string, mark: CallMark): Running {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { catalog, mark, ended, end: () => end() };
}
