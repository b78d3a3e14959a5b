import { signal } from "@preact/signals";
import type { Player } from "./player.ts";

/** The transcripts that come with the page, by the name of their file, and whose tools each of them calls. */
export const samples = [
  { name: "tour", title: "A tour: add a small feature", profile: "default" },
  { name: "failed-edit", title: "Recovering from a failed edit", profile: "default" },
  { name: "refactoring", title: "A refactoring by patch", profile: "default" },
  { name: "scope", title: "scope's tools: mend a function in Go", profile: "scope" },
  { name: "agentkit", title: "AgentKit's tools: mend a log in JavaScript", profile: "agentkit" },
  { name: "codemeld", title: "codemeld's tools: tidy a small site", profile: "codemeld" },
] as const;

/** Those that have a sample. */
export const profiles: readonly string[] = [...new Set(samples.map(({ profile }) => profile))];

/** The first sample of a profile. */
export function sampleOf(profile: string): string {
  return (samples.find((sample) => sample.profile === profile) ?? samples[0]).name;
}

/** The sample that was chosen last, or undefined for a transcript of the user's own. */
export const chosenSample = signal<string | undefined>(samples[0].name);

let fetching = new AbortController();

/** Who asks last gets the page: a sample that is still on its way is dropped. */
export async function openSample(player: Player, name: string): Promise<void> {
  fetching.abort();
  const { signal: superseded } = (fetching = new AbortController());
  chosenSample.value = name;
  try {
    const response = await fetch(new URL(`transcripts/${name}.transcript.jsonl`, document.baseURI), { signal: superseded });
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    await player.open(await response.text());
  } catch (error) {
    if (!superseded.aborted) player.fail(error);
  }
}
