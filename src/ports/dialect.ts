/**
 * How the source tool sets differ in meaning. Absent means the first value named. A profile sends one with each of its calls; what a caller
 * chooses for itself is a field of the request, never here.
 */
export interface Dialect {
  /** read: "a\n" has one line, or two. */
  readonly finalNewline?: "ends-line" | "starts-line";
  /** read: LF and no byte order mark, or as stored. */
  readonly text?: "normalised" | "verbatim";
  /** read: a line over `maxBytes` is left out and listed in `longLines`, ends the window, or is cut between two characters. */
  readonly longLine?: "mark" | "drop" | "cut";
  readonly invalidUtf8?: "replace" | "refuse";
  readonly leafLink?: "follow" | "refuse";
  /** Of listings and searches: a link to a directory as the `path` to begin at. */
  readonly startLink?: "follow" | "refuse";
  /** write: true keeps the byte order mark and CRLF of the file it replaces. */
  readonly keepFormat?: boolean;
  /** edit: look-alike characters and trailing blanks may be folded where nothing matches exactly, or never. */
  readonly match?: "folded" | "exact";
  /** edit: each line keeps its own ending, or one CRLF makes every line CRLF. */
  readonly mixedEndings?: "preserve" | "crlf";
  /** glob: "*.go" means direct children, or any depth. */
  readonly slashless?: "children" | "any-depth";
  readonly malformed?: "error" | "no-match";
  readonly globCase?: "sensitive" | "smart";
  /** Of listings: as a walk meets them, or by the whole path's bytes. */
  readonly order?: "component" | "path";
  /** grep: what `limit` counts. */
  readonly limitCounts?: "matching-lines" | "all-lines";
  readonly unreadable?: "skip" | "abort";
  /** Which ignore rules hold; absent: git and host. */
  readonly ignore?: readonly ("git" | "host" | "codemeld")[];
  /** patch: the stated place, else the only match; as git apply; the stated place only. */
  readonly placement?: "unique" | "git" | "exact";
  /** patch: true allows the named rescues, each in `notes`. */
  readonly rescue?: boolean;
  /** patch: "scope" allows no copy, no mode-only section, no path twice. */
  readonly sections?: "git" | "scope";
  /** The largest file taken, in bytes; 16 MiB. */
  readonly maxFileBytes?: number;
  /** A longer line anywhere in the file is `line_too_large`; absent: none. */
  readonly maxLineBytes?: number;
}
