export { sentenceOf } from "./sentence-of.ts";
export { defaultSentences, editNotUnique } from "./default.ts";
