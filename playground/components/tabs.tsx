import type { JSX, TargetedKeyboardEvent } from "preact";

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** Id of the element that a tab shows. */
  readonly panel: (id: Id) => string;
}

/** ARIA's tabs: one of them takes the focus, arrows go round. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, panel }: TabsProps<Id>): JSX.Element {
  function go(event: TargetedKeyboardEvent<HTMLElement>): void {
    const current = tabs.findIndex(({ id }) => id === selected);
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={go}>
      {tabs.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          aria-selected={id === selected}
          aria-controls={panel(id)}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
