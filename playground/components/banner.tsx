import type { JSX } from "preact";
import type { Player } from "../player.ts";

/** What went wrong with the page itself, and the way on. */
export function Banner({ player }: { readonly player: Player }): JSX.Element | null {
  if (player.faults.value.length > 0) return <Faults player={player} />;
  if (player.phase.value === "lost") {
    return (
      <div class="banner" role="alert">
        <p>
          <strong>The worker has stopped.</strong> Its files were in memory and are gone; calls that were running may or may not have been
          carried out.
        </p>
        <button type="button" class="button" onClick={() => void player.reopen()}>
          Reopen
        </button>
      </div>
    );
  }
  if (player.phase.value !== "failed") return null;
  return (
    <div class="banner" role="alert">
      <p>
        <strong>The workspace could not be opened.</strong> {player.reason.value}
      </p>
      <button type="button" class="button" onClick={() => void player.restart()}>
        Try again
      </button>
    </div>
  );
}

/** Everything that is wrong with a file that was opened; what was shown before stays. */
function Faults({ player }: { readonly player: Player }): JSX.Element {
  return (
    <div class="banner" role="alert">
      <div>
        <p>
          <strong>This file is not a transcript that can be played.</strong>
        </p>
        <ul class="faults">
          {player.faults.value.map(({ line, problem }) => (
            <li key={`${line} ${problem}`}>
              Line {line}: {problem}
            </li>
          ))}
        </ul>
      </div>
      <button type="button" class="button" onClick={() => (player.faults.value = [])}>
        Dismiss
      </button>
    </div>
  );
}
