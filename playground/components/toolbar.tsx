import type { JSX } from "preact";
import { isLasting } from "../place.ts";
import type { Player } from "../player.ts";
import { chosenSample, openSample, samples } from "../samples.ts";
import { differences } from "../words.ts";
import { Icon } from "./icon.tsx";

export function Toolbar({ player }: { readonly player: Player }): JSX.Element {
  return (
    <header class="bar">
      <div class="brand">
        <span class="lamp" aria-hidden="true" />
        <h1>Portside</h1>
      </div>
      <Picker player={player} />
      <Transport player={player} />
      <Progress player={player} />
    </header>
  );
}

const ownFile = "own file";

function Picker({ player }: { readonly player: Player }): JSX.Element {
  async function openFile(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    chosenSample.value = undefined;
    await player.open(await file.text());
    input.value = "";
  }
  return (
    <div class="picker">
      <select
        aria-label="Transcript"
        value={chosenSample.value ?? ownFile}
        onChange={({ currentTarget }) => void openSample(player, currentTarget.value)}
      >
        {samples.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
        {chosenSample.value === undefined && (
          <option value={ownFile}>{player.transcript.value?.header.title ?? "Your own transcript"}</option>
        )}
      </select>
      <label class="button" title="Open a transcript of your own; it stays in this tab">
        Open…
        <input
          class="hidden"
          type="file"
          accept=".jsonl"
          aria-label="Open a transcript"
          onChange={({ currentTarget }) => void openFile(currentTarget).catch(player.fail)}
        />
      </label>
    </div>
  );
}

const speeds = [
  { label: "½×", pace: 1800 },
  { label: "1×", pace: 900 },
  { label: "2×", pace: 450 },
  { label: "4×", pace: 225 },
  { label: "Max", pace: 0 },
] as const;

function Transport({ player }: { readonly player: Player }): JSX.Element {
  const phase = player.phase.value;
  const canPlay = phase === "playing" || phase === "ready" || phase === "paused";
  return (
    <div class="transport" role="group" aria-label="Playback">
      <button
        type="button"
        class="icon-button"
        aria-label="Restart"
        title={isLasting(player.place.value) ? "Restart; the files stay as they are" : "Restart"}
        disabled={phase === "loading"}
        onClick={() => void player.restart()}
      >
        <Icon name="restart" />
      </button>
      <PlayButton player={player} enabled={canPlay} />
      <button type="button" class="icon-button" aria-label="Step" title="One step (→)" disabled={!canPlay} onClick={player.step}>
        <Icon name="step" />
      </button>
      <select
        aria-label="Speed"
        value={player.pace.value}
        onChange={({ currentTarget }) => (player.pace.value = Number(currentTarget.value))}
      >
        {speeds.map(({ label, pace }) => (
          <option key={pace} value={pace}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Plays, pauses, and after the end plays again. */
function PlayButton({ player, enabled }: { readonly player: Player; readonly enabled: boolean }): JSX.Element {
  const phase = player.phase.value;
  if (phase === "ended") {
    return (
      <button type="button" class="play" onClick={() => void player.restart().then(player.play)}>
        <Icon name="play" />
        Replay
      </button>
    );
  }
  return (
    <button type="button" class="play" title="Play or pause (Space)" disabled={!enabled} onClick={player.toggle}>
      <Icon name={phase === "playing" ? "pause" : "play"} />
      {phase === "playing" ? "Pause" : "Play"}
    </button>
  );
}

function Progress({ player }: { readonly player: Player }): JSX.Element {
  const [begun, all] = [player.begun.value, player.steps.value.length];
  const drift = player.drift.value;
  const [count, noun] = differences(drift).split(" ");
  return (
    <div class="progress">
      <span class="progress-words">
        <span class="wide">Step </span>
        {begun} of {all}
      </span>
      <span class={chip(player)} title="Where results differ from what the transcript expects">
        {drift === 0 ? "No drift" : `Drift: ${count}`}
        {drift > 0 && <span class="wide"> {noun}</span>}
      </span>
      <span class="progress-bar" aria-hidden="true">
        <span style={{ width: all === 0 ? "0" : `${(begun / all) * 100}%` }} />
      </span>
    </div>
  );
}

function chip({ drift, phase }: Player): string {
  if (drift.value > 0) return "chip bad";
  return phase.value === "ended" ? "chip good" : "chip";
}
