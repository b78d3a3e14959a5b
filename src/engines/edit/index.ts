/** Replaces texts of a file: all edits or none, every byte outside them untouched. */
export { applyEdits } from "./apply-edits.ts";
export type { EditInput, EditOutcome, LineRange, TextEdit } from "./apply-edits.ts";
