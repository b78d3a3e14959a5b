import type { JSX } from "preact";
import { isLasting } from "../place.ts";
import type { Player } from "../player.ts";

/** What went wrong with the page itself, and the way on. */
export function Banner({ player }: { readonly player: Player }): JSX.Element | null {
  if (player.faults.value.length > 0) return <Faults player={player} />;
  if (player.phase.value === "lost") {
    return (
      <div class="banner" role="alert">
        <p>
          <strong>The worker has stopped.</strong>{" "}
          {isLasting(player.place.value) ? "Its files are where they were" : "Its files were in memory and are gone"}; calls that were
          running may or may not have been carried out.
        </p>
        <button type="button" class="button" onClick={() => void player.reopen()}>
          Reopen
        </button>
      </div>
    );
  }
  if (player.phase.value !== "failed") return player.locked.value ? <Locked player={player} /> : null;
  const place = player.place.value;
  return (
    <div class="banner" role="alert">
      <p>
        <strong>The workspace could not be opened.</strong> {player.reason.value}
      </p>
      <div class="actions">
        {place.kind === "directory" && <AllowButton player={player} handle={place.handle} />}
        <button type="button" class="button" onClick={() => void player.restart()}>
          Try again
        </button>
        {isLasting(place) && (
          <button type="button" class="button" onClick={() => void player.move({ kind: "memory" })}>
            Use memory instead
          </button>
        )}
      </div>
    </div>
  );
}

/** A folder that the browser has taken back: only a click may ask for it again. */
function Locked({ player }: { readonly player: Player }): JSX.Element | null {
  const place = player.place.value;
  if (place.kind !== "directory") return null;
  return (
    <div class="banner" role="alert">
      <p>
        <strong>The browser does not let this page change “{place.handle.name}” now.</strong> Nothing is lost: what was refused can be done
        again once you allow it.
      </p>
      <AllowButton player={player} handle={place.handle} />
    </div>
  );
}

function AllowButton({ player, handle }: { readonly player: Player; readonly handle: FileSystemDirectoryHandle }): JSX.Element {
  async function allow(): Promise<void> {
    const { grant } = await import("portside/volumes/directory");
    if (!(await grant(handle))) return;
    if (player.phase.value === "failed") await player.restart();
    else player.locked.value = false;
  }
  return (
    <button type="button" class="button" onClick={() => void allow().catch(player.fail)}>
      Allow it…
    </button>
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
