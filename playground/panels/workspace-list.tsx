import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { workspaces } from "portside";
import type { WorkspaceFacts } from "portside";
import type { Place } from "../place.ts";
import type { Player } from "../player.ts";
import { sentenceOf } from "../sentence.ts";
import { size } from "../words.ts";
import { NameForm } from "./name-form.tsx";
import { Refusal } from "./refusal.tsx";

interface WorkspaceListProps {
  readonly player: Player;
  readonly onOpen: (name: string) => void;
}

/** The workspaces that this origin keeps, and what can be done with them. */
export function WorkspaceList({ player, onOpen }: WorkspaceListProps): JSX.Element {
  const found = useSignal<readonly WorkspaceFacts[] | undefined>(undefined);
  const refused = useSignal<string | undefined>(undefined);

  const refuse = (error: unknown): void => void (refused.value = sentenceOf(error));

  async function list(): Promise<void> {
    found.value = await workspaces.list();
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    refused.value = undefined;
    await work().catch(refuse);
    await list().catch(refuse);
  }

  useEffect(() => void list().catch(refuse), [player.session.value]);

  return (
    <>
      <ul class="workspaces" aria-label="Workspaces on this device">
        {found.value?.map((facts) => (
          <Row key={facts.name} facts={facts} player={player} onOpen={onOpen} attempt={attempt} />
        ))}
      </ul>
      {found.value?.length === 0 && <p class="quiet">None yet.</p>}
      <NameForm label="Name of a new workspace" action="Create" onName={onOpen} />
      <Refusal words={refused.value} onDismiss={() => (refused.value = undefined)} />
    </>
  );
}

type Doing = "rename" | "duplicate" | "delete" | undefined;

interface RowProps extends WorkspaceListProps {
  readonly facts: WorkspaceFacts;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

function Row({ facts: { name, bytes, open }, player, onOpen, attempt }: RowProps): JSX.Element {
  const doing = useSignal<Doing>(undefined);
  const place = player.place.value;
  const current = place.kind === "opfs" && place.name === name;
  const act = (work: () => Promise<void>, next: Place): void => {
    doing.value = undefined;
    void attempt(() => (current ? aside(player, work, next) : work()));
  };
  return (
    <li class="workspace" aria-current={current ? "true" : undefined}>
      <div class="workspace-line">
        <span class="workspace-name">{name}</span>
        <span class="quiet">{size(bytes)}</span>
        {open && <span class={current ? "chip good" : "chip"}>{current ? "open" : "open in another tab"}</span>}
        <Actions name={name} current={current} doing={doing} onOpen={onOpen} />
      </div>
      {doing.value === "rename" && (
        <NameForm
          label={`New name of ${name}`}
          action="Rename"
          onName={(to) => act(() => workspaces.rename(name, to), { kind: "opfs", name: to })}
          onCancel={() => (doing.value = undefined)}
        />
      )}
      {doing.value === "duplicate" && (
        <NameForm
          label={`Name of the copy of ${name}`}
          action="Duplicate"
          onName={(as) => act(() => workspaces.duplicate(name, as), place)}
          onCancel={() => (doing.value = undefined)}
        />
      )}
      {doing.value === "delete" && (
        <Deletion
          name={name}
          onDelete={() => act(() => workspaces.delete(name), { kind: "memory" })}
          onCancel={() => (doing.value = undefined)}
        />
      )}
    </li>
  );
}

/** A workspace is closed while something is done to it; where that is refused, it is opened again. */
async function aside(player: Player, work: () => Promise<void>, next: Place): Promise<void> {
  let failure: unknown;
  const here = player.place.value;
  await player.aside(async () => {
    try {
      await work();
      return next;
    } catch (error) {
      failure = error;
      return here;
    }
  });
  if (failure !== undefined) throw failure as Error;
}

interface ActionsProps {
  readonly name: string;
  readonly current: boolean;
  readonly doing: Signal<Doing>;
  readonly onOpen: (name: string) => void;
}

function Actions({ name, current, doing, onOpen }: ActionsProps): JSX.Element {
  return (
    <div class="actions">
      {!current && (
        <button type="button" class="button small" aria-label={`Open ${name}`} onClick={() => onOpen(name)}>
          Open
        </button>
      )}
      {(["rename", "duplicate", "delete"] as const).map((action) => (
        <button
          key={action}
          type="button"
          class="button small quiet-button"
          aria-label={`${capital(action)} ${name}`}
          aria-expanded={doing.value === action}
          onClick={() => (doing.value = doing.value === action ? undefined : action)}
        >
          {capital(action)}
        </button>
      ))}
    </div>
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

interface DeletionProps {
  readonly name: string;
  readonly onDelete: () => void;
  readonly onCancel: () => void;
}

function Deletion({ name, onDelete, onCancel }: DeletionProps): JSX.Element {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div class="confirmation" role="group" aria-label={`Delete ${name}?`}>
      <p>
        Delete “{name}”, with all its files and its history? <strong>There is no way back.</strong>
      </p>
      <div class="actions">
        <button type="button" class="button small deny" onClick={onDelete}>
          Delete for good
        </button>
        <button type="button" class="button small" ref={keep} onClick={onCancel}>
          Keep it
        </button>
      </div>
    </div>
  );
}
