import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { DialogName } from "../components/strip.tsx";
import type { Player } from "../player.ts";
import { Dialog } from "./dialog.tsx";
import { ImportPanel } from "./import-panel.tsx";
import { StoragePanel } from "./storage-panel.tsx";

interface DialogsProps {
  readonly player: Player;
  readonly dialog: Signal<DialogName | undefined>;
}

export function Dialogs({ player, dialog }: DialogsProps): JSX.Element {
  const close = (): void => void (dialog.value = undefined);
  if (dialog.value === "import") {
    return (
      <Dialog title="Import files" onClose={close}>
        <ImportPanel player={player} onChosen={close} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Where the files are" onClose={close}>
      <StoragePanel player={player} onChosen={close} />
    </Dialog>
  );
}
