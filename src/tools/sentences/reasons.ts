import { said } from "../render/words.ts";

/** The engines' names for faults, as words. A name that is not here reads well enough without its underscores. */

const words: Readonly<Record<string, string>> = {
  // of a patch
  blank: "it is blank",
  not_a_patch: "no file header (--- and +++, or diff --git) was found",
  begin_patch_envelope: '"*** Begin Patch" is another format; a unified diff is needed',
  unfinished_envelope: '"*** End Patch" is missing',
  binary_patch: "binary patches are not applied",
  submodule: "submodules are not supported",
  missing_prefix: "the paths of a git header need a/ and b/",
  name_mismatch: "the headers name different files",
  malformed_header: "the header is malformed",
  malformed_name: "the path in the header is malformed",
  malformed_mode: "the mode is malformed",
  bad_path: "the path names no file",
  git_directory: "git's own files below .git are not changed by patches",
  stray_hunk: "a hunk (@@) stands where no hunk can begin",
  malformed_hunk_header: "a hunk header must read @@ -line,count +line,count @@",
  negative_position: "positions must not be negative",
  hunk_counts:
    "the counts of the hunk header do not agree with its lines: count context and - lines for the old side, context and + lines for the new",
  unfinished_line: "the patch ends within a line; end it with a newline",
  misplaced_marker: '"\\ No newline at end of file" stands where the file does not end',
  unchanging_hunk: "the hunk neither adds nor deletes a line",
  missing_hunks: "no hunk follows the header",
  no_effect: "the section changes nothing",
  create_from_content: "a new file cannot have context or deleted lines",
  copy_refused: "copies are not allowed here",
  mode_only_refused: "a section that changes only a mode is not allowed here",
  path_twice: "the same path has two sections",
  destination_twice: "two sections make the same file",
  source_twice: "a file that is moved or deleted is also changed under its old name",
  result_lost: "the section deletes what an earlier one made or changed",
  nested_paths: "one path of the patch is a directory above another",
  // of a patch against a file
  context_mismatch: "the context and deleted lines do not match the file",
  insertion_without_context: "lines without context can be added only at the end of a file",
  not_at_end: "the hunk describes the end of the file, which ends elsewhere",
  hunk_order: "two hunks claim the same lines, or are out of order",
  content_left: "the file would keep lines although it is deleted",
  type_mismatch: "one is a link and the other a file",
  // of a regular expression
  class_unclosed: "a [ is not closed",
  group_unclosed: "a ( is not closed",
  group_unopened: "a ) was not opened",
  repetition_missing: "there is nothing to repeat",
  escape_unrecognized: "this escape is not known",
  unsupported_look_around: "look-around is not supported",
  unsupported_backreference: "back-references are not supported",
  newline_needs_multiline: "it matches a newline, but matches do not cross lines",
  too_large: "it is too large",
  // of a glob
  unclosed_class: "a [ is not closed",
  empty_class: "a [] is empty",
  unclosed_brace: "a { is not closed",
  unopened_brace: "a } was not opened",
};

export function reasonWords(reason: string): string {
  return words[reason] ?? said(reason.replaceAll("_", " "));
}
