import type { ErrorDetails } from "../core/errors.ts";
import type { Code } from "../core/codes.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { AnyTool, Has } from "./tool.ts";

/** What a sentence may know of the call that failed. */
export interface SentenceContext {
  readonly tool: string;
  readonly root: string;
  readonly has: Has;
}

/** One sentence for a code: what is wrong, and what to do next. */
export type Sentence<C extends Code> = (details: ErrorDetails[C], context: SentenceContext) => string;
export type Sentences = { readonly [C in Code]: Sentence<C> };

/** A tool set under its own names: tools written out, the dialect they send, the sentences that differ from the default's. */
export interface Profile {
  readonly name: string;
  /** Offered to a model, in this order. */
  readonly tools: readonly AnyTool[];
  /** Callable by name, but not offered: a model chooses better among few. */
  readonly byName?: readonly AnyTool[];
  /** What an explicit null means for an optional parameter; "absent". */
  readonly nulls?: "absent" | "refuse";
  readonly dialect: Dialect;
  readonly sentences?: Partial<Sentences>;
  /** Short advice for a system prompt, naming only tools of this profile. */
  readonly guidelines?: readonly string[];
}

/** Names of the tools that change a file as they find it, whoever changed it last. */
export function changingInPlace({ tools, byName = [] }: Profile): ReadonlySet<string> {
  return new Set([...tools, ...byName].filter(({ calls }) => calls === "edit" || calls === "apply").map(({ name }) => name));
}
