/** How a patch was read more kindly than its letter. */
export type RescueName =
  /** Text, or a fence, around the patch or between its parts. */
  | "surrounding_text"
  | "missing_final_newline"
  /** The counts of a hunk header were wrong or absent, and its lines were counted. */
  | "recounted"
  /** `@@` without line numbers. */
  | "bare_hunk_header"
  /** Empty lines between hunks. */
  | "blank_lines"
  /** Names without `a/` and `b/`. */
  | "no_prefix"
  /** The patch has LF and the file CRLF, or the reverse; the file keeps its own. */
  | "line_endings"
  /** Not at the stated line, but at the only place where the lines stand. */
  | "relocated"
  /** The `*** Begin Patch` dialect. */
  | "begin_patch";

/** `line` is the 1-based line of the patch where it shows first for that file. */
export interface Rescue {
  readonly rescue: RescueName;
  readonly path: string;
  readonly line: number;
}

/** One note for each rescue of each file, in the order of the patch. */
export function firstOfEach(rescues: readonly Rescue[]): Rescue[] {
  const first = new Map<string, Rescue>();
  for (const one of rescues.toSorted((a, b) => a.line - b.line)) {
    const key = `${one.rescue} ${one.path}`;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}
