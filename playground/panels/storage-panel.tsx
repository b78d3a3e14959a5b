import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { persistenceWords } from "../components/strip.tsx";
import type { Place } from "../place.ts";
import type { Player } from "../player.ts";
import { sentenceOf } from "../sentence.ts";
import { Refusal } from "./refusal.tsx";
import { WorkspaceList } from "./workspace-list.tsx";

interface StoragePanelProps {
  readonly player: Player;
  readonly onChosen: () => void;
}

/** Where the workspace's files can be, and what becomes of them there. */
export function StoragePanel({ player, onChosen }: StoragePanelProps): JSX.Element {
  const place = player.place.value;
  function move(to: Place): void {
    onChosen();
    void player.move(to);
  }
  return (
    <>
      <Kept player={player} />
      <h3>In memory</h3>
      <ul class="choices">
        <Choice
          name="Memory"
          note="Portside's own tree: fast, and gone with the tab"
          current={place.kind === "memory"}
          onChoose={() => move({ kind: "memory" })}
        />
        <Choice
          name="memfs"
          note="the memfs package, brought by this page's worker"
          current={place.kind === "memfs"}
          onChoose={() => move({ kind: "memfs" })}
        />
      </ul>
      <h3>On this device</h3>
      <WorkspaceList player={player} onOpen={(name) => move({ kind: "opfs", name })} />
      <h3>A folder of yours</h3>
      <Folder player={player} onPicked={(handle) => move({ kind: "directory", handle })} />
    </>
  );
}

/** What is sure, and what the browser may still promise. */
function Kept({ player }: { readonly player: Player }): JSX.Element {
  const answered = useSignal(false);
  const [{ kind }, kept] = [player.place.value, player.kept.value];
  async function ask(): Promise<void> {
    player.kept.value = await player.session.value?.workspace.persist();
    answered.value = true;
  }
  return (
    <div class="kept-card">
      <p>{persistenceWords(player)}</p>
      {kind === "opfs" && kept === false && !answered.value && (
        <button type="button" class="button small" onClick={() => void ask()}>
          Ask the browser to keep it
        </button>
      )}
      <p class="quiet" aria-live="polite">
        {answered.value &&
          (kept ? "The browser has promised to keep it." : "The browser made no promise: it may clear it when the disk gets full.")}
      </p>
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly note: string;
  readonly current: boolean;
  readonly onChoose: () => void;
}

function Choice({ name, note, current, onChoose }: ChoiceProps): JSX.Element {
  return (
    <li>
      <button type="button" class="choice" aria-current={current ? "true" : undefined} onClick={onChoose}>
        <span>
          <strong>{name}</strong> <span class="quiet">{note}</span>
        </span>
        {current && <span class="chip good">open</span>}
      </button>
    </li>
  );
}

type PickDirectory = (options: { readonly mode: "readwrite" }) => Promise<FileSystemDirectoryHandle>;

interface FolderProps {
  readonly player: Player;
  readonly onPicked: (handle: FileSystemDirectoryHandle) => void;
}

function Folder({ player, onPicked }: FolderProps): JSX.Element {
  const refused = useSignal<string | undefined>(undefined);
  const { showDirectoryPicker } = globalThis as { readonly showDirectoryPicker?: PickDirectory };
  const place = player.place.value;
  async function pick(): Promise<void> {
    try {
      const handle = await showDirectoryPicker?.({ mode: "readwrite" });
      if (handle !== undefined) onPicked(handle);
    } catch (error) {
      if ((error as Error).name !== "AbortError") refused.value = sentenceOf(error); // who closes the picker has changed their mind
    }
  }
  if (showDirectoryPicker === undefined)
    return <p class="quiet">This browser lets no page work in a folder of the disk; Chrome, Edge and Opera do.</p>;
  return (
    <>
      <ul class="choices">
        <Choice
          name={place.kind === "directory" ? place.handle.name : "Choose a folder…"}
          note="your own files; the model asks before each change"
          current={place.kind === "directory"}
          onChoose={() => void pick()}
        />
      </ul>
      <Refusal words={refused.value} onDismiss={() => (refused.value = undefined)} />
    </>
  );
}
