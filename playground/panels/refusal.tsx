import type { JSX } from "preact";

interface RefusalProps {
  /** Undefined: nothing was refused. */
  readonly words: string | undefined;
  readonly onDismiss: () => void;
}

/** Why something was not done. */
export function Refusal({ words, onDismiss }: RefusalProps): JSX.Element | null {
  if (words === undefined) return null;
  return (
    <div class="refusal" role="alert">
      <p>{words}</p>
      <button type="button" class="button small" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}
