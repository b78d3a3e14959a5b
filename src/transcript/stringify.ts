import type { Transcript } from "./format.ts";

/** The text of a `*.transcript.jsonl` file: what `parseTranscript` read, with every field in its place. */
export function stringifyTranscript({ header, entries }: Transcript): string {
  return [header, ...entries.map(({ event }) => event)].map((event) => `${JSON.stringify(event)}\n`).join("");
}
