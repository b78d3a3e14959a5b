import type { Player } from "./player.ts";

/** The transcripts that come with the page, by the name of their file. */
export const samples = [
  { name: "tour", title: "A tour: add a small feature" },
  { name: "failed-edit", title: "Recovering from a failed edit" },
  { name: "refactoring", title: "A refactoring by patch" },
  { name: "scope", title: "scope's tools: mend a function in Go" },
  { name: "agentkit", title: "AgentKit's tools: mend a log in JavaScript" },
  { name: "codemeld", title: "codemeld's tools: tidy a small site" },
] as const;

let fetching = new AbortController();

/** Who asks last gets the page: a sample that is still on its way is dropped. */
export async function openSample(player: Player, name: string): Promise<void> {
  fetching.abort();
  const { signal } = (fetching = new AbortController());
  try {
    const response = await fetch(new URL(`transcripts/${name}.transcript.jsonl`, document.baseURI), { signal });
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    await player.open(await response.text());
  } catch (error) {
    if (!signal.aborted) player.fail(error);
  }
}
