import { isPortsideError } from "portside";
import type { ImportRequest, Progress, TransferReport } from "portside";
import type { Player } from "../player.ts";
import { sentenceOf } from "../sentence.ts";
import type { Session } from "../session.ts";
import { plural, size } from "../words.ts";

/** Something that is to be imported: its name for people, and how to get it. */
export interface Import {
  readonly name: string;
  readonly request: (signal: AbortSignal) => ImportRequest | Promise<ImportRequest>;
}

/** Imports one after another; what is refused ends it, and leaves what came before. */
export async function importAll(player: Player, imports: readonly Import[]): Promise<void> {
  for (const each of imports) if (!(await importOne(player, each))) return;
}

async function importOne(player: Player, { name, request }: Import): Promise<boolean> {
  return perform(player, `Importing ${name}`, async ({ workspace }, call) => {
    const callId = crypto.randomUUID();
    const report = await workspace.importTree(await request(call.signal), { ...call, callId });
    const undo = async (): Promise<void> => {
      await perform(player, `Taking back ${name}`, async () => {
        await workspace.history.undo({ callId });
        return { words: `${name} was taken out again.` };
      });
    };
    return { words: `Imported ${name}: ${reportWords(report)}`, undo };
  });
}

/** Gives the user all files of the workspace as an archive. */
export async function exportZip(player: Player): Promise<void> {
  await perform(player, "Exporting", async ({ workspace }, call) => {
    const { bytes, report } = await workspace.exportTree({ as: "zip" }, call);
    const archive = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/zip" });
    save(archive, "workspace.zip");
    return { words: `Exported ${reportWords(report)}` };
  });
}

interface Call {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

interface Done {
  readonly words: string;
  readonly undo?: () => Promise<void>;
}

/** Does it with its progress shown, and says what came of it; true when it was done. */
async function perform(player: Player, title: string, work: (session: Session, call: Call) => Promise<Done>): Promise<boolean> {
  const { transfer, session } = player;
  const controller = new AbortController();
  const show = (progress?: Progress): void => {
    transfer.value = { type: "running", title, ...(progress && { progress }), cancel: () => controller.abort() };
  };
  show();
  try {
    if (session.value === undefined) throw new Error("No workspace is open.");
    const done = await work(session.value, { signal: controller.signal, onProgress: show });
    transfer.value = { type: "done", ...done };
    return true;
  } catch (error) {
    const stopped = isPortsideError(error, "aborted");
    transfer.value = { type: "refused", words: stopped ? `${title} was cancelled; nothing was changed.` : sentenceOf(error) };
    return false;
  }
}

function reportWords({ files, bytes, skipped }: TransferReport): string {
  const left = Object.entries(skipped).filter(([, count]) => count > 0);
  const leftOut = left.length === 0 ? "" : ` Left out: ${left.map(([why, count]) => `${count} ${why}`).join(", ")}.`;
  return `${plural(files, "file")}, ${size(bytes)}.${leftOut}`;
}

function save(archive: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(archive);
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
