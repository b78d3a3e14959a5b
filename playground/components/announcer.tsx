import type { JSX } from "preact";
import { isKnownEvent } from "portside/transcript";
import type { TranscriptEvent } from "portside/transcript";
import type { Player } from "../player.ts";
import type { Outcome, Transfer } from "../state.ts";
import { differences, pathsOf, subjectOf, verdictOf } from "../words.ts";

/** Says each step to those who cannot see it. */
export function Announcer({ player }: { readonly player: Player }): JSX.Element {
  return (
    <>
      <p class="hidden" role="status">
        {announcement(player)}
      </p>
      <p class="hidden" aria-live="polite">
        {transferWords(player.transfer.value)}
      </p>
    </>
  );
}

/** Of a long one only every hundredth file is worth a word. */
function transferWords(transfer: Transfer | undefined): string {
  if (transfer?.type !== "running") return transfer?.words ?? "";
  const hundreds = Math.floor((transfer.progress?.done ?? 0) / 100) * 100;
  return hundreds === 0 ? transfer.title : `${transfer.title}: ${hundreds} files`;
}

function announcement({ phase, begun, steps, outcomes, drift, transcript, waiting }: Player): string {
  if (phase.value === "loading") return "Opening the workspace";
  const [asked] = waiting.value;
  if (asked !== undefined) return `${asked.question.tool} waits for your approval: ${pathsOf(asked.question)}`;
  if (phase.value === "ended") return `The transcript has ended, ${drift.value === 0 ? "no drift" : differences(drift.value)}`;
  const [line, outcome] = [...outcomes.value].at(-1) ?? [];
  const entry = transcript.value?.entries.find((candidate) => candidate.line === line);
  if (entry === undefined) return "Ready to play";
  return `Step ${begun.value} of ${steps.value.length}: ${wordsOf(entry.event, outcome)}`;
}

function wordsOf(event: TranscriptEvent, outcome: Outcome | undefined): string {
  if (!isKnownEvent(event)) return event.type;
  if (event.type === "message") return `${event.role}: ${event.content}`;
  if (event.type === "tool_call") return `${event.name} ${subjectOf(event)}, ${verdictOf(outcome)}`;
  return `files ${verdictOf(outcome)}`;
}
