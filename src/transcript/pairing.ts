import { isKnownEvent } from "./format.ts";
import type { TranscriptEntry } from "./format.ts";
import type { TranscriptFault } from "./parse.ts";

/** Ids that are given twice, or that name no call before them; groups that are torn apart. */
export function pairingFaults(entries: readonly TranscriptEntry[]): readonly TranscriptFault[] {
  const calls = new Set<string>();
  const groups = new Set<string>();
  let current: string | undefined;
  const faults: TranscriptFault[] = [];
  for (const { line, event } of entries) {
    if (!isKnownEvent(event) || event.type === "message" || "files" in event) {
      current = undefined;
      continue;
    }
    if (event.type === "tool_call") {
      const { id, group } = event;
      if (calls.has(id)) faults.push({ line, problem: `another call has the id ${JSON.stringify(id)}` });
      if (group !== undefined && group !== current && groups.has(group)) {
        faults.push({ line, problem: `the calls of group ${JSON.stringify(group)} do not stand together` });
      }
      calls.add(id);
      current = group;
      if (group !== undefined) groups.add(group);
    }
    if ("toolCallId" in event && !calls.has(event.toolCallId)) {
      faults.push({ line, problem: `no call above has the id ${JSON.stringify(event.toolCallId)}` });
    }
  }
  return faults;
}
