import type { JSX } from "preact";
import { isKnownEvent } from "portside/transcript";
import type { TranscriptEvent } from "portside/transcript";
import type { Player } from "../player.ts";
import type { Outcome } from "../state.ts";
import { differences, subjectOf, verdictOf } from "../words.ts";

/** Says each step to those who cannot see it. */
export function Announcer({ player }: { readonly player: Player }): JSX.Element {
  return (
    <p class="hidden" role="status">
      {announcement(player)}
    </p>
  );
}

function announcement({ phase, begun, steps, outcomes, drift, transcript }: Player): string {
  if (phase.value === "loading") return "Opening the workspace";
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
