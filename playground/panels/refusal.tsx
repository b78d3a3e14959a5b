import type { JSX } from "preact";

interface RefusalProps {
  /** Undefined: nothing was refused. */
  readonly words: string | undefined;
  readonly onDismiss: () => void;
}

/** Why something was not done. */
export function Refusal({ words, onDismiss }: RefusalProps): JSX.Element | null {
  if (words === undefined) return null;
  const [sentence, ...facts] = words.split("\n");
  return (
    <div class="refusal" role="alert">
      <div class="why">
        <p>{sentence}</p>
        {facts.length > 0 && (
          <pre tabIndex={0} role="group" aria-label="What was changed">
            {facts.join("\n")}
          </pre>
        )}
      </div>
      <button type="button" class="button small" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}
