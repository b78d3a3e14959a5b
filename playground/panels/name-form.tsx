import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";

interface NameFormProps {
  readonly label: string;
  /** What the button does. */
  readonly action: string;
  readonly onName: (name: string) => void;
  /** The form was opened by the user, and goes away again. */
  readonly onCancel?: () => void;
}

export function NameForm({ label, action, onName, onCancel }: NameFormProps): JSX.Element {
  const name = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (onCancel !== undefined) input.current?.focus();
  }, []);
  return (
    <form
      class="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        onName(name.value.trim());
      }}
    >
      <input
        ref={input}
        type="text"
        aria-label={label}
        placeholder={label}
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <button type="submit" class="button small" disabled={name.value.trim() === ""}>
        {action}
      </button>
      {onCancel && (
        <button type="button" class="button small" onClick={onCancel}>
          Cancel
        </button>
      )}
    </form>
  );
}
