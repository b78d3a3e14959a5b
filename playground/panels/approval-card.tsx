import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { QuestionTarget } from "portside";
import type { Waiting } from "../approvals.ts";
import { DiffFiles } from "../components/diff-view.tsx";
import { diffFilesOf } from "../diff-lines.ts";
import { pathsOf } from "../words.ts";

interface CardProps {
  readonly waiting: Waiting;
  /** How many wait, this one among them. */
  readonly count: number;
}

/** Shows what a call is about to do, and asks whether it may. */
export function ApprovalCard({ waiting: { question, answer }, count }: CardProps): JSX.Element {
  const heading = useFocusWhileShown();
  const scopes = [...new Set(question.targets.map(({ scope }) => scope))];
  return (
    <section class="approval" aria-labelledby="approval-title">
      <div class="approval-head">
        <h2 id="approval-title" ref={heading} tabIndex={-1}>
          <strong>{question.tool}</strong> wants to {verbOf(question.targets)} <span class="path">{pathsOf(question)}</span>
        </h2>
        {count > 1 && <span class="chip">1 of {count}</span>}
      </div>
      <div class="approval-body scroll" tabIndex={0} role="group" aria-label="What would be done">
        <Targets targets={question.targets} />
        <DiffFiles files={diffFilesOf(question.diff)} />
      </div>
      <div class="approval-foot">
        <div class="actions">
          <button type="button" class="play" onClick={() => answer({ allow: true })}>
            Approve
          </button>
          <button type="button" class="button" onClick={() => answer({ allow: true, remember: "folder" })}>
            Approve for {scopes.map(folderOf).join(" and ")}
          </button>
        </div>
        <Denial onDeny={(reason) => answer({ allow: false, reason })} />
      </div>
    </section>
  );
}

function Denial({ onDeny }: { readonly onDeny: (reason: string) => void }): JSX.Element {
  const reason = useSignal("");
  return (
    <form
      class="denial"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.value.trim() || "the user said no");
      }}
    >
      <input
        type="text"
        aria-label="Reason, which the model reads"
        placeholder="Why not? The model reads it."
        value={reason.value}
        onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
      />
      <button type="submit" class="button deny">
        Deny
      </button>
    </form>
  );
}

/** What the diff does not say: what is deleted, moved, made or only read. */
function Targets({ targets }: { readonly targets: readonly QuestionTarget[] }): JSX.Element | null {
  if (targets.every(({ capability, external }) => capability === "write" && !external)) return null;
  return (
    <ul class="targets">
      {targets.map(({ path, kind, capability, external }) => (
        <li key={`${capability} ${path}`}>
          <span class="chip">{capability}</span> <code>{path || "/"}</code>{" "}
          <span class="quiet">
            {kind === "absent" ? "not there yet" : kind}
            {external && ", outside the workspace"}
          </span>
        </li>
      ))}
    </ul>
  );
}

const verbs: Readonly<Record<QuestionTarget["capability"], string>> = {
  read: "read",
  write: "change",
  move: "move",
  delete: "delete",
  mkdir: "make",
  execute: "run in",
};

function verbOf(targets: readonly QuestionTarget[]): string {
  return [...new Set(targets.map(({ capability }) => verbs[capability]))].join(" and ");
}

function folderOf(scope: string): string {
  return scope === "" ? "the whole workspace" : `${scope}/ and below`;
}

/** The card takes the focus, unless somebody writes, and gives it back to whoever had it. */
function useFocusWhileShown(): { readonly current: HTMLHeadingElement | null } {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (!(before instanceof HTMLInputElement)) heading.current?.focus();
    const inside = heading.current?.closest(".approval");
    return () => {
      const has = document.activeElement;
      const free = has === null || has === document.body || inside?.contains(has);
      if (free && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return heading;
}
