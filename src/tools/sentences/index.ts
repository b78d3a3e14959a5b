export { sentenceOf } from "./sentence-of.ts";
export { defaultSentences } from "./default.ts";
export { editNotUnique } from "./edit.ts";
export { oneLinePatternSentence } from "./pattern.ts";
