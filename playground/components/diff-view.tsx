import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { FileDiff } from "portside/engines/diff";
import { diffFilesOf } from "../diff-lines.ts";
import type { DiffFile, DiffLine } from "../diff-lines.ts";

interface DiffViewProps {
  readonly changes: readonly FileDiff[];
  /** A diff that is text already. */
  readonly text: string | undefined;
}

export function DiffView({ changes, text }: DiffViewProps): JSX.Element | null {
  const files = useSignal<readonly DiffFile[] | undefined>(undefined);
  useEffect(() => {
    let current = true;
    void unified(changes, text).then((diff) => current && (files.value = diffFilesOf(diff)));
    return () => (current = false);
  }, [changes, text]);
  if (files.value === undefined) return null;
  if (files.value.length === 0) return <p class="empty">No file changed its content.</p>;
  return (
    <>
      {text !== undefined && <p class="quiet">A dry run: nothing was changed.</p>}
      <DiffFiles files={files.value} />
    </>
  );
}

export function DiffFiles({ files }: { readonly files: readonly DiffFile[] }): JSX.Element {
  return (
    <>
      {files.map((file) => (
        <File key={file.path} file={file} />
      ))}
    </>
  );
}

/** What makes diffs is loaded when the first is asked for. */
async function unified(changes: readonly FileDiff[], text: string | undefined): Promise<string> {
  if (text !== undefined || changes.length === 0) return text ?? "";
  const { unifiedDiff } = await import("portside/engines/diff");
  return unifiedDiff(changes);
}

function File({ file }: { readonly file: DiffFile }): JSX.Element {
  const { path, from, added, removed, lines } = file;
  return (
    <div class="diff">
      <h3>
        <span class="diff-path">{from === undefined ? path : `${from} → ${path}`}</span> <span class="added">+{added}</span>{" "}
        <span class="removed">−{removed}</span>
      </h3>
      {lines.length > 0 && (
        <div class="diff-lines">
          {lines.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </div>
      )}
    </div>
  );
}

const signs: Readonly<Record<DiffLine["kind"], string>> = { added: "+", removed: "−", same: " ", hunk: "", note: "" };

function Line({ line: { kind, text, before, after } }: { readonly line: DiffLine }): JSX.Element {
  return (
    <div class={`diff-line ${kind}`}>
      <span class="number" aria-hidden="true">
        {before}
      </span>
      <span class="number" aria-hidden="true">
        {after}
      </span>
      <span class="diff-sign">{signs[kind]}</span>
      <span class="diff-text">{text}</span>
    </div>
  );
}
