import { useSignal } from "@preact/signals";
import type { JSX, TargetedKeyboardEvent } from "preact";
import { parentsOf, rowsOf } from "../file-tree.ts";
import type { TreeRow } from "../file-tree.ts";
import type { Player } from "../player.ts";
import { markWords, plural } from "../words.ts";
import { Icon } from "./icon.tsx";

interface FilesPaneProps {
  readonly player: Player;
  /** A file was opened. */
  readonly onOpen: () => void;
}

export function FilesPane({ player, onOpen }: FilesPaneProps): JSX.Element {
  const entries = [...player.tree.value.values()];
  const files = entries.filter(({ kind, mark }) => kind === "file" && mark !== "D").length;
  const changed = entries.filter(({ kind, mark }) => kind === "file" && mark !== undefined).length;
  return (
    <section class="pane files" id="pane-files" aria-labelledby="files-title">
      <div class="pane-title">
        <h2 id="files-title">Files</h2>
        <span class="quiet">
          {plural(files, "file")}
          {changed > 0 && `, ${changed} changed`}
        </span>
      </div>
      <Tree player={player} onOpen={onOpen} />
    </section>
  );
}

/** ARIA's tree pattern, as a flat list of rows: one of them takes the focus. */
function Tree({ player, onOpen }: FilesPaneProps): JSX.Element {
  const focused = useSignal<string | undefined>(undefined);
  const rows = rowsOf(player.tree.value, player.expanded.value);
  const view = player.view.value;
  const active = rows.some(({ path }) => path === focused.value) ? focused.value : rows[0]?.path;

  function activate(row: TreeRow): void {
    focused.value = row.path;
    if (row.kind === "directory") return setExpanded(row.path, !row.expanded);
    player.show({ type: "file", path: row.path });
    onOpen();
  }

  function setExpanded(path: string, open: boolean): void {
    const next = new Set(player.expanded.value);
    if (open) next.add(path);
    else next.delete(path);
    player.expanded.value = next;
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
    const index = rows.findIndex(({ path }) => path === active);
    const row = rows[index];
    if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const goes = destination(event.key, rows, index);
    if (event.key === "Enter" || event.key === " ") activate(row);
    else if (event.key === "ArrowRight" && row.kind === "directory" && !row.expanded) setExpanded(row.path, true);
    else if (event.key === "ArrowLeft" && row.expanded) setExpanded(row.path, false);
    else if (goes === undefined) return;
    else {
      focused.value = goes;
      event.currentTarget.querySelector<HTMLElement>(`[data-path="${CSS.escape(goes)}"]`)?.focus();
    }
    event.preventDefault();
  }

  return (
    <div class="tree scroll" role="tree" aria-labelledby="files-title" onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row
          key={row.path}
          row={row}
          active={row.path === active}
          selected={view?.type === "file" && view.path === row.path}
          onActivate={() => activate(row)}
        />
      ))}
    </div>
  );
}

/** The row that a key goes to, if it is one that goes anywhere. */
function destination(key: string, rows: readonly TreeRow[], index: number): string | undefined {
  const row = rows[index];
  switch (key) {
    case "ArrowDown":
      return rows[index + 1]?.path;
    case "ArrowUp":
      return rows[index - 1]?.path;
    case "ArrowRight":
      return row?.expanded ? rows[index + 1]?.path : undefined;
    case "ArrowLeft":
      return row && parentsOf(row.path).at(-1);
    case "Home":
      return rows[0]?.path;
    case "End":
      return rows.at(-1)?.path;
    default: {
      const after = [...rows.slice(index + 1), ...rows.slice(0, index + 1)];
      return key.length === 1 ? after.find(({ name }) => name.toLowerCase().startsWith(key.toLowerCase()))?.path : undefined;
    }
  }
}

interface RowProps {
  readonly row: TreeRow;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onActivate: () => void;
}

function Row({ row, active, selected, onActivate }: RowProps): JSX.Element {
  const { path, name, kind, mark, from, level, position, setSize, expanded } = row;
  const badge = badgeOf(row);
  return (
    <div
      class={mark === undefined ? "tree-row" : `tree-row mark-${mark}`}
      role="treeitem"
      data-path={path}
      title={from === undefined ? path : `${path}, from ${from}`}
      aria-label={badge === undefined ? name : `${name}, ${badge.words}`}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={kind === "directory" ? expanded : undefined}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      style={{ "--level": level }}
      onClick={onActivate}
    >
      <span class="twist">{kind === "directory" && <Icon name="open" />}</span>
      <span class="name">{name}</span>
      {badge && <span class="mark" data-letter={badge.letter} />}
    </div>
  );
}

/** What the name does not say: what became of the entry, or that something changed below it. */
function badgeOf({ mark, changed, expanded }: TreeRow): { readonly letter: string; readonly words: string } | undefined {
  if (mark !== undefined) return { letter: mark, words: markWords[mark] };
  return changed && !expanded ? { letter: "•", words: "changes inside" } : undefined;
}
