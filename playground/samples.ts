import type { Player } from "./player.ts";

/** The transcripts that come with the page, by the name of their file. */
export const samples = [
  { name: "tour", title: "A tour: add a small feature" },
  { name: "failed-edit", title: "Recovering from a failed edit" },
  { name: "refactoring", title: "A refactoring by patch" },
] as const;

export async function openSample(player: Player, name: string): Promise<void> {
  try {
    const response = await fetch(new URL(`transcripts/${name}.transcript.jsonl`, document.baseURI));
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    await player.open(await response.text());
  } catch (error) {
    player.fail(error);
  }
}
