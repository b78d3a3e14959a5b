import { ChangeSet, Text } from "@codemirror/state";
import { isPortsideError } from "../../src/core/errors.ts";
import { hunksBetween } from "../../src/history/hunks.ts";
import type { Workspace } from "../../src/workspace/index.ts";

/** A file in an editor, whose user goes on typing while it is saved and while others change it. */
export interface Buffer {
  type(at: number, text: string): void;
  /** Until it is saved as it was when this was called, and as others have changed it meanwhile. */
  save(): Promise<void>;
  text(): string;
}

interface Stored {
  readonly text: Text;
  readonly version: string;
}

export async function openBuffer({ read, write }: Pick<Workspace, "read" | "write">, path: string): Promise<Buffer> {
  let stored = await load();
  /** What is on its way, from what is stored; and what was typed since. */
  let sent = ChangeSet.empty(stored.text.length);
  let typed = sent;

  async function load(): Promise<Stored> {
    const { content, version } = await read({ path, limit: "none", maxBytes: "none" });
    return { text: Text.of(content.split("\n")), version };
  }

  /** Lays what was typed over what others have made of the file. */
  async function rebase(): Promise<void> {
    const now = await load();
    typed = sent.compose(typed).map(changesBetween(stored.text, now.text));
    stored = now;
    sent = ChangeSet.empty(now.text.length);
  }

  return {
    type(at, insert) {
      const length = typed.newLength;
      typed = typed.compose(ChangeSet.of({ from: Math.min(at, length), insert }, length));
    },
    async save() {
      for (;;) {
        const text = typed.apply(stored.text);
        [sent, typed] = [typed, ChangeSet.empty(text.length)];
        try {
          const { version = "" } = await write({ path, content: `${text.toString()}\n`, expected: [{ path, version: stored.version }] });
          stored = { text, version };
          sent = ChangeSet.empty(text.length);
          return;
        } catch (error) {
          if (!isPortsideError(error, "stale_version")) throw error;
          await rebase();
        }
      }
    },
    text: () => typed.apply(sent.apply(stored.text)).toString(),
  };
}

/** Line by line. */
function changesBetween(before: Text, after: Text): ChangeSet {
  const hunks = hunksBetween(`${before.toString()}\n`, `${after.toString()}\n`);
  const changes = hunks.map(({ start, removed, added }) => {
    const from = start < before.lines ? before.line(start + 1).from : before.length;
    return { from, to: Math.min(before.length, from + removed.join("").length), insert: added.join("") };
  });
  return ChangeSet.of(changes, before.length);
}
