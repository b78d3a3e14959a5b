import type { ErrorDetails } from "../core/errors.ts";
import type { Code } from "../core/codes.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { AnyTool, Has } from "./tool.ts";

/** One sentence for a code: what is wrong, and what to do next. */
export type Sentence<C extends Code> = (details: ErrorDetails[C], call: { readonly tool: string; readonly root: string; readonly has: Has }) => string;
export type Sentences = { readonly [C in Code]: Sentence<C> };

/** A tool set under its own names: tools written out, the dialect they send, the sentences that differ from the default's. */
export interface Profile {
  readonly name: string;
  readonly tools: readonly AnyTool[];
  readonly dialect: Dialect;
  readonly sentences?: Partial<Sentences>;
  /** Short advice for a system prompt, naming only tools of this profile. */
  readonly guidelines?: readonly string[];
}
