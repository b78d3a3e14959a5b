import type { Effect } from "../core/effects.ts";
import type { VolumePath } from "../core/path.ts";
import type { RestorePoint, RestorePoints } from "../ports/history.ts";
import type { Journal } from "./journal.ts";
import { pointOf } from "./selection.ts";
import type { Held } from "./shelf.ts";
import type { Step } from "./record.ts";

type Shown = (path: VolumePath) => string;

export function listPoints(journal: Journal, shown: Shown): RestorePoints {
  const groups = new Map<number, Held[]>();
  for (const held of journal.restorable()) {
    const id = pointOf(journal, held.record);
    groups.set(id, [...(groups.get(id) ?? []), held]);
  }
  const points = [...groups].map(([id, group]) => pointFrom(journal, { id, group, shown }));
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
export function effectsOfRecords(journal: Journal, records: readonly Held[], shown: Shown): readonly Effect[] {
  return records.flatMap(({ record }) => {
    const traced = journal.lives().of(record.number);
    return record.steps.map((step, index) => effectOf(step, traced[index]?.version, shown));
  });
}

interface Group {
  readonly id: number;
  readonly group: readonly Held[];
  readonly shown: Shown;
}

function pointFrom(journal: Journal, { id, group, shown }: Group): RestorePoint {
  const { origin, call, checkpoint } = (group[0] as Held).record;
  const steps = group.flatMap(({ record }) => journal.lives().of(record.number));
  const undone = steps.filter((traced) => traced.undone).length;
  return {
    id,
    ...origin,
    ...(call && { tool: call.tool }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    changes: effectsOfRecords(journal, group, shown),
    bytes: group.reduce((sum, { headBytes, pieceBytes }) => sum + headBytes + pieceBytes, 0),
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
