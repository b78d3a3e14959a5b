import { compareUtf8 } from "../core/text.ts";
import type { Difference } from "./compare.ts";
import type { ExpectFilesEvent } from "./format.ts";

/** How a replay looks at the files of the workspace. Paths are root-relative. */
export interface FileView {
  /** The text of a file; undefined when there is no file. */
  readFile(path: string): Promise<string | undefined>;
  /** Every file, hidden and ignored ones included. */
  listFiles(): Promise<readonly string[]>;
}

/** Where files are not as expected: `path` is the file's. */
export async function compareFiles(expected: ExpectFilesEvent, view: FileView): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const [path, wanted] of Object.entries(expected.files)) {
    const got = (await view.readFile(path)) ?? null;
    if (got !== wanted) found.push({ path, wanted, got });
  }
  return expected.exact === true ? [...found, ...(await unexpected(expected, view))] : found;
}

async function unexpected({ files }: ExpectFilesEvent, view: FileView): Promise<readonly Difference[]> {
  const extra = (await view.listFiles()).filter((path) => !Object.hasOwn(files, path)).sort(compareUtf8);
  return Promise.all(extra.map(async (path) => ({ path, wanted: null, got: (await view.readFile(path)) ?? null })));
}
