import type { Effect } from "../core/effects.ts";
import type { VolumePath } from "../core/path.ts";
import type { RestorePoint, RestorePoints } from "../ports/history.ts";
import type { Journal } from "./journal.ts";
import type { Lives } from "./lives.ts";
import type { HistoryRecord, Step } from "./record.ts";

type Shown = (path: VolumePath) => string;

export function listPoints(journal: Journal, shown: Shown): RestorePoints {
  const points: RestorePoint[] = [];
  for (const record of journal.lives().records()) {
    const id = journal.lives().pointOf(record);
    if (id === record.number) points.push(pointFrom(journal, record, shown));
  }
  const [oldest] = points;
  return {
    points,
    ...(oldest && { since: oldest.id }),
    dropped: journal.dropped(),
    bytes: journal.bytes(),
    maxBytes: journal.maxBytes,
    notes: [...journal.notes],
  };
}

/** What the records changed, one effect a change. */
export function effectsOfRecords(lives: Lives, records: readonly HistoryRecord[], shown: Shown): readonly Effect[] {
  return records.flatMap(({ number, steps }) => {
    const traced = lives.of(number);
    return steps.map((step, index) => effectOf(step, traced[index] && lives.versionAfter(traced[index]), shown));
  });
}

/** The point that begins with the record. */
function pointFrom(journal: Journal, first: HistoryRecord, shown: Shown): RestorePoint {
  const lives = journal.lives();
  const { number: id, origin, call, checkpoint } = first;
  const records = origin.callId === undefined ? [first] : lives.ofCall(origin.callId);
  const steps = records.flatMap(({ number }) => lives.of(number));
  const undone = steps.filter((traced) => traced.undone).length;
  return {
    id,
    ...origin,
    ...(call && { tool: call.tool }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    changes: effectsOfRecords(lives, records, shown),
    bytes: records.reduce((sum, { number }) => sum + journal.bytesOf(number), 0),
    undone: undone === 0 ? "no" : undone === steps.length ? "yes" : "partly",
  };
}

function effectOf({ path, from, before, after }: Step, version: string | undefined, shown: Shown): Effect {
  if (from !== undefined) return { op: "move", path: shown(path), from: shown(from) };
  if (!before && after?.kind === "directory") return { op: "mkdir", path: shown(path) };
  const old = before?.kind === "file" ? before.version : undefined;
  return {
    op: !before ? "create" : after ? "modify" : "delete",
    path: shown(path),
    ...(old === undefined ? {} : { before: old }),
    ...(version === undefined || !after ? {} : { after: version }),
  };
}
