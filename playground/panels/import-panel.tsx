import type { JSX } from "preact";
import type { Player } from "../player.ts";
import { importPicked } from "./dropped.ts";

interface ImportPanelProps {
  readonly player: Player;
  readonly onChosen: () => void;
}

const pickers = [
  { label: "A folder", note: "comes under its own name", attributes: { webkitdirectory: true } },
  { label: "A zip", note: "unpacked into the workspace", attributes: { accept: ".zip,application/zip" } },
  { label: "Files", note: "side by side", attributes: { multiple: true } },
] as const;

export function ImportPanel({ player, onChosen }: ImportPanelProps): JSX.Element {
  function take({ files }: HTMLInputElement): void {
    const picked = [...(files ?? [])];
    if (picked.length === 0) return;
    onChosen();
    void importPicked(player, picked).catch(player.fail);
  }
  return (
    <>
      <ul class="choices">
        {pickers.map(({ label, note, attributes }) => (
          <li key={label}>
            <label class="choice">
              <span>
                <strong>{label}…</strong> <span class="quiet">{note}</span>
              </span>
              <input class="hidden" type="file" aria-label={label} {...attributes} onChange={({ currentTarget }) => take(currentTarget)} />
            </label>
          </li>
        ))}
      </ul>
      <p class="quiet">
        Or drop any of them anywhere on the page. They stay on this device. What is there under the same name is replaced, and can be
        brought back; <code>node_modules</code> and <code>.git</code> are left out. All of it is imported, or nothing.
      </p>
    </>
  );
}
