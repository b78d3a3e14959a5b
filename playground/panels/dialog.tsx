import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The browser's own: it keeps the focus inside, closes with Escape, and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="button small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
