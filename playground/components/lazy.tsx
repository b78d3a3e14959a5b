import { signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";

/** What the page can do without at first. */
const panels = async () => import("../panels/index.ts");

export const ApprovalCard = lazily(async () => (await panels()).ApprovalCard);
export const Dialogs = lazily(async () => (await panels()).Dialogs);
export const HistoryPanel = lazily(async () => (await panels()).HistoryPanel);
export const Toast = lazily(async () => (await panels()).Toast);
export const ToolsView = lazily(async () => (await panels()).ToolsView);
export const UndoButton = lazily(async () => (await panels()).UndoButton);

/** A component that is loaded when it is first shown. */
function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => JSX.Element | null {
  const loaded = signal<ComponentType<Props> | "failed" | undefined>(undefined);
  let loading = false;

  async function begin(): Promise<void> {
    loading = true;
    try {
      loaded.value = await load();
    } catch {
      loaded.value = "failed"; // shown in its place, with a way to try again
    }
  }

  function again(): void {
    loaded.value = undefined;
    void begin();
  }

  return function Lazy(props) {
    if (!loading) void begin();
    const Component = loaded.value;
    if (Component === undefined) return null;
    if (Component !== "failed") return <Component {...props} />;
    return (
      <p class="empty" role="alert">
        This part of the page could not be loaded.{" "}
        <button type="button" class="button small" onClick={again}>
          Try again
        </button>
      </p>
    );
  };
}
