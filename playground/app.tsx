import { useSignal, useSignalEffect } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { Announcer } from "./components/announcer.tsx";
import { Banner } from "./components/banner.tsx";
import { FilesPane } from "./components/files-pane.tsx";
import { Dialogs, Toast } from "./components/lazy.tsx";
import { StepPane } from "./components/step-pane.tsx";
import { Strip } from "./components/strip.tsx";
import type { DialogName } from "./components/strip.tsx";
import { Tabs } from "./components/tabs.tsx";
import { Toolbar } from "./components/toolbar.tsx";
import { TranscriptPane } from "./components/transcript-pane.tsx";
import type { Player } from "./player.ts";

const panes = [
  { id: "files", label: "Files" },
  { id: "step", label: "Step" },
  { id: "transcript", label: "Transcript" },
] as const;

export type PaneName = (typeof panes)[number]["id"];

export function App({ player }: { readonly player: Player }): JSX.Element {
  const pane = useSignal<PaneName>("step");
  const dialog = useSignal<DialogName | undefined>(undefined);
  useSignalEffect(() => {
    if (player.waiting.value.length > 0) pane.value = "step";
  });
  return (
    <>
      <Toolbar player={player} />
      <Strip player={player} dialog={dialog} onTools={() => (pane.value = "step")} />
      <Banner player={player} />
      <main class="panes" data-pane={pane}>
        <FilesPane player={player} onOpen={() => (pane.value = "step")} />
        <StepPane player={player} />
        <TranscriptPane player={player} onOpen={() => (pane.value = "step")} />
      </main>
      <PaneSwitch pane={pane} />
      {dialog.value && <Dialogs player={player} dialog={dialog} />}
      {player.transfer.value && <Toast player={player} />}
      <Announcer player={player} />
    </>
  );
}

/** On narrow screens one pane shows at a time. */
function PaneSwitch({ pane }: { readonly pane: Signal<PaneName> }): JSX.Element {
  return (
    <nav class="pane-switch" aria-label="Panes">
      <Tabs label="Panes" tabs={panes} selected={pane.value} onSelect={(id) => (pane.value = id)} panel={(id) => `pane-${id}`} />
    </nav>
  );
}
