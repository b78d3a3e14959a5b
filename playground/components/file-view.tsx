import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { Player } from "../player.ts";
import { bytes, markWords, plural } from "../words.ts";

interface FileViewProps {
  readonly path: string;
  readonly player: Player;
}

/** What a file holds now. */
export function FileView({ path, player }: FileViewProps): JSX.Element {
  const text = useSignal<string | undefined>(undefined);
  const revision = player.revision.value;
  useEffect(() => {
    let current = true;
    void player.session.value?.readFile(path).then((held) => current && (text.value = held));
    return () => (current = false);
  }, [path, revision]);
  const mark = player.tree.value.get(path)?.mark;
  return (
    <>
      <div class="step-head">
        <h2>{path.slice(path.lastIndexOf("/") + 1)}</h2>
        <span class="subject" title={path}>
          {path}
        </span>
        {mark !== undefined && <span class="chip">{markWords[mark]}</span>}
        {text.value !== undefined && <span class="quiet">{bytes(text.value)}</span>}
      </div>
      {text.value === undefined ? <p class="empty">There is no such file now.</p> : <Text path={path} text={text.value} />}
    </>
  );
}

function Text({ path, text }: { readonly path: string; readonly text: string }): JSX.Element {
  const lines = text.replace(/\n$/, "").split("\n").length;
  const numbers = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
  return (
    <div class="file-text scroll" tabIndex={0} role="region" aria-label={`${path}, ${plural(lines, "line")}`}>
      <pre class="numbers" aria-hidden="true">
        {numbers}
      </pre>
      <pre>{text}</pre>
    </div>
  );
}
