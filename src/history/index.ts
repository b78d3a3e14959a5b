/** What was changed, the way back, and what became of calls: a volume that writes down what is committed, in the same batch. */
export { noHistory } from "./no-history.ts";
export { forgetHistory, openHistory } from "./open-history.ts";
export type { OpenHistory } from "./open-history.ts";
