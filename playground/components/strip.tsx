import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { placeName } from "../place.ts";
import type { Player } from "../player.ts";
import { openSample, profiles, sampleOf } from "../samples.ts";
import type { Permission } from "../session.ts";
import { plural } from "../words.ts";

export type DialogName = "storage" | "import";

interface StripProps {
  readonly player: Player;
  readonly dialog: Signal<DialogName | undefined>;
  /** The list of tools was asked for. */
  readonly onTools: () => void;
}

/** Whose tools there are, what they may do, and where the files are. */
export function Strip({ player, dialog, onTools }: StripProps): JSX.Element {
  const open = player.session.value !== undefined;
  return (
    <section class="strip" aria-label="Workspace">
      <ProfileChoice player={player} onTools={onTools} />
      <PermissionChoice player={player} />
      <p class="kept" title={persistenceWords(player)}>
        {persistenceWords(player)}
      </p>
      <div class="actions">
        <button type="button" class="button small" aria-haspopup="dialog" onClick={() => (dialog.value = "storage")}>
          <span>
            Storage<span class="wide">: {placeName(player.place.value)}</span>…
          </span>
        </button>
        <button type="button" class="button small" aria-haspopup="dialog" disabled={!open} onClick={() => (dialog.value = "import")}>
          Import…
        </button>
        <button type="button" class="button small" disabled={!open} onClick={() => void exportZip(player)}>
          <span>
            Export<span class="wide"> zip</span>
          </span>
        </button>
      </div>
    </section>
  );
}

async function exportZip(player: Player): Promise<void> {
  const loaded = await import("../panels/index.ts");
  await loaded.exportZip(player);
}

function ProfileChoice({ player, onTools }: Pick<StripProps, "player" | "onTools">): JSX.Element {
  const profile = player.transcript.value?.header.profile ?? "default";
  const tools = player.session.value?.workspace.tools.definitions.length;
  function showTools(): void {
    player.show({ type: "tools" });
    onTools();
  }
  async function choose(name: string): Promise<void> {
    await openSample(player, sampleOf(name));
    showTools();
  }
  return (
    <>
      <label>
        <span class="wide">Profile</span>
        <select aria-label="Profile" value={profile} onChange={({ currentTarget }) => void choose(currentTarget.value)}>
          {[...new Set([...profiles, profile])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="button" class="button small" disabled={tools === undefined} onClick={showTools}>
        {tools === undefined ? "Tools" : plural(tools, "tool")}
      </button>
    </>
  );
}

const permissions: Readonly<Record<Permission, string>> = {
  everything: "Everything allowed",
  ask: "Ask before each change",
  "auto-edits": "Ask, but not for edits",
  allow: "Ask before deleting",
  plan: "Change nothing",
};

function PermissionChoice({ player }: { readonly player: Player }): JSX.Element {
  const choose = (permission: string): void => void player.permit(permission as Permission).catch(player.fail);
  return (
    <select
      aria-label="What the model may do"
      value={player.permission.value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {Object.entries(permissions).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** What becomes of the files, in a sentence. */
export function persistenceWords({ session, place, kept, phase }: Player): string {
  const persistence = session.value?.workspace.persistence;
  if (persistence === undefined) return phase.value === "loading" ? "Opening the workspace…" : "No workspace is open.";
  const { kind, reason } = persistence;
  const where = place.value;
  if (where.kind === "directory") return `In your folder “${where.handle.name}”: every change is written there.`;
  if (kind === "memory")
    return reason === undefined ? "In memory: gone when the tab closes." : `Gone when the tab closes, because ${reason}.`;
  return `“${placeName(where)}” is kept on this device${kept.value ? "." : ", unless the disk gets full."}`;
}
