import { readFileSync } from "node:fs";
import type { Answer } from "../fuzz/grep/oracle.ts";
import type { FuzzPattern } from "../fuzz/grep/patterns.ts";

export const corpusFile: URL = new URL("ripgrep.json", import.meta.url);

/** What one release of ripgrep answered: every pattern over every text. */
export interface Corpus {
  /** As `rg --version` says it. */
  readonly version: string;
  /** Base64, for some are not UTF-8. */
  readonly texts: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly pattern: FuzzPattern;
  readonly answer: Answer;
}

export function readCorpus(): Corpus {
  return JSON.parse(readFileSync(corpusFile, "utf8")) as Corpus;
}
