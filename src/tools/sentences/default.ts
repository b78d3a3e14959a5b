import { limits } from "../../core/limits.ts";
import type { ErrorDetails, Kind } from "../../core/errors.ts";
import type { SentenceContext, Sentences } from "../profile.ts";
import { fenced } from "../render/fence.ts";
import { bytes, count, few, quoted, quotedPath, said, short } from "../render/words.ts";
import { argumentsSentence } from "./arguments.ts";
import { editSentences } from "./edit.ts";
import { patchSentences } from "./patch.ts";
import { patternSentence } from "./pattern.ts";
import { reasonWords } from "./reasons.ts";
import { nameOf, withTool } from "./tool-names.ts";

const kinds: Readonly<Record<Kind, string>> = {
  file: "a file",
  directory: "a directory",
  symlink: "a link",
  other: "neither a file nor a directory",
};

const outside: Readonly<Record<Exclude<ErrorDetails["path_not_allowed"]["reason"], "link">, string>> = {
  outside: "is outside the workspace root",
  link_outside: "leads through a link to a place outside the workspace root",
  reserved: "is reserved beside the workspace root",
  root: "is the workspace itself, which stays:",
};

const malformed: Readonly<Record<ErrorDetails["path_malformed"]["reason"], string>> = {
  nul: "it holds a NUL character",
  lone_surrogate: "it holds half of a character (a lone surrogate)",
  other_users_home: "another user's home is not known here",
  no_home: "no home directory is set, so ~ means nothing",
  file_url: "its file URL is not a valid one",
  file_url_host: "a file URL may not name a host",
  not_normalised: "it is not in its plain form",
  link_cycle: "its links lead round in a circle",
  name: "where it would be stored there can be no such name",
  too_long: `a path has at most ${limits.pathBytes} bytes, and a name in it ${limits.nameBytes}`,
};

const moves: Readonly<Record<ErrorDetails["invalid_move"]["reason"], string>> = {
  into_itself: "a directory cannot be moved below itself",
  same: "source and destination are the same",
  link: "a link cannot be moved",
  root: "the workspace root cannot be moved",
};

/** One sentence or two for each code: what is wrong, and what to do next. */
export const defaultSentences: Sentences = {
  invalid_arguments: argumentsSentence,
  path_not_allowed: ({ path, root, reason }) =>
    reason === "link"
      ? `${quoted(path)} is a link, which this tool does not follow. Use the path it leads to, inside the workspace ${quoted(root)}.`
      : `${quoted(path)} ${outside[reason]} ${quoted(root)}. Use a path inside the workspace.`,
  path_malformed: ({ path, reason }) =>
    `${quoted(path)} is not a usable path: ${malformed[reason]}. Use a path relative to the workspace root.`,
  not_found({ path, nearest }, context) {
    if (nearest !== undefined && nearest.length > 0)
      return `${quoted(path)} does not exist. Did you mean ${few(nearest.map(quoted), "or")}?`;
    const finder = nameOf("find", context) ?? nameOf("list", context);
    return `${quoted(path)} does not exist.${finder === undefined ? " Check the path." : ` Look for it with ${finder}.`}`;
  },
  not_a_file({ path, kind }, context) {
    const next = kind === "directory" ? withTool("list", context, (name) => `Use ${name} to see what is in it.`) : "";
    return `${quotedPath(path)} is ${kinds[kind]}, not a file.${next === "" ? " Use the path of a file." : next}`;
  },
  not_a_directory({ path, at, kind }) {
    if (at !== undefined && at !== path)
      return `${quoted(path)} is not below a directory: ${quoted(at)} is ${kinds[kind ?? "file"]}. Use a path whose parents are directories.`;
    const what = kind === undefined ? "not a directory" : `${kinds[kind]}, not a directory`;
    if (!/\/\.?$/.test(path)) return `${quoted(path)} is ${what}. Use the path of a directory.`;
    return `${quoted(path)} is ${what}. ${kind === undefined ? "For a file, leave" : "Leave"} out the "/" at the end of the path.`;
  },
  is_a_directory: ({ path }) =>
    `${quotedPath(path)} is a directory, so no file can be written there. Use the path of a file, such as one inside it.`,
  already_exists({ path, kind }, context) {
    const next = kind === "file" ? withTool("edit", context, (name) => `Change it with ${name}, or choose another path.`) : "";
    return `${quoted(path)} exists already: it is ${kinds[kind]}.${next === "" ? " Choose another path." : next}`;
  },
  not_empty: ({ path, entries }) =>
    `${quotedPath(path)} is not empty: it holds ${count(entries, "entry", "entries")}, hidden ones included. Delete what is in it first.`,
  binary_file: ({ path, in: where }) =>
    where === "file"
      ? `${quoted(path)} is binary, and this tool takes text files only. Use another file.`
      : `The text for ${quoted(path)} holds a NUL character, which would make the file binary. Leave it out.`,
  not_utf8: ({ path, offset }, context) =>
    `${quoted(path)} is not valid UTF-8 (first at byte ${offset}), and this tool takes valid text only.` +
    withTool("write", context, (name) => `${name} can replace all of it, if that is meant.`),
  file_too_large: ({ path, size, limit }) =>
    `${quoted(path)} has ${bytes(size)}; the limit is ${bytes(limit)}. Use a smaller file, or search this one for the part that matters.`,
  line_too_large: ({ path, line, size, limit }) =>
    `Line ${line} of ${quoted(path)} has ${bytes(size)}; the limit is ${bytes(limit)} a line. Search the file for the part that matters.`,
  offset_past_end: ({ path, offset, totalLines }) =>
    `Line ${offset} is past the end: ${quoted(path)} has ${count(totalLines, "line")}. ` +
    (totalLines === 0 ? "It is empty." : `Begin at line ${totalLines} or before.`),
  unsupported_file: unsupportedFile,
  ...editSentences,
  ...patchSentences,
  invalid_move: ({ source, destination, reason }) =>
    `${quoted(source)} cannot be moved to ${quoted(destination)}: ${moves[reason]}. Choose other paths.`,
  invalid_pattern: patternSentence,
  invalid_glob: ({ pattern, offset, reason, file, line }) => {
    const fault = `${quoted(pattern)} is not valid at character ${offset + 1}: ${reasonWords(reason)}.`;
    if (file === undefined) return `The glob ${fault} Put a backslash before a character that is meant literally.`;
    return `Line ${line} of ${quoted(file)} holds a glob that is not valid, and nothing can be listed until it is corrected. ${fault}`;
  },
  unknown_file_type: ({ type, nearest }) =>
    `There is no file type ${quoted(type)}.${nearest.length === 0 ? "" : ` Close to it: ${few(nearest.map(short))}.`} A glob selects files too.`,
  stale_version: ({ path, expected, actual, diff }, context) =>
    `${quoted(path)} has changed${expected === undefined ? "" : ` since version ${short(expected)}`}` +
    `${actual === undefined ? "" : `; it is version ${short(actual)} now`}.` +
    withTool("read", context, (name) => `Use ${name} again, and repeat the call for what is there now.`) +
    (diff === undefined ? "" : `\n${["What was changed:", ...fenced(diff.trimEnd())].join("\n")}`),
  permission_denied: ({ path, capability, reason }) =>
    `Permission to ${short(capability)} ${quoted(path)} was refused: ${said(reason)}. Do not repeat the call; find another way or ask.`,
  workspace_busy: ({ workspace }) => `The workspace ${quoted(workspace)} is in use elsewhere. Close it there, then try again.`,
  unavailable: ({ what, reason, remedy }) =>
    `${short(what)} is not available: ${said(reason)}.${remedy === undefined ? " Go on without it." : ` ${said(remedy)}`}`,
  no_space: ({ limit, unit = "bytes" }) => {
    const full = limit === undefined ? "" : ` of ${unit === "bytes" ? bytes(limit) : count(limit, "entry", "entries")}`;
    return `The storage${full} is full. Delete what is not needed, or write less.`;
  },
  aborted: ({ reason }) => `The call was stopped${reason === undefined ? "" : `: ${said(reason)}`}.`,
  io_error: ({ path, operation, reason }) =>
    `The operation ${quoted(operation)} failed${path === undefined ? "" : ` on ${quoted(path)}`}: ${said(reason)}. Try again once; if it fails again, go on without it.`,
  command_exit: ({ command, exitCode }) => `${quoted(command)} ended with exit code ${exitCode}. Read its output for the reason.`,
  command_signal: ({ command, signal }) => `${quoted(command)} was killed by signal ${signal}.`,
  command_timeout: ({ command, seconds }) =>
    `${quoted(command)} was stopped after ${count(seconds, "second")}. Give it more time, or do less at once.`,
  command_abort: ({ command }) => `${quoted(command)} was stopped by the caller.`,
  exec_failed: ({ command, reason }) => `${quoted(command)} could not be started: ${said(reason)}.`,
};

function unsupportedFile({ path, mediaType, accepted }: ErrorDetails["unsupported_file"], context: SentenceContext): string {
  if (accepted !== undefined) {
    const formats = few(accepted.map(formatName), "or");
    return `${quoted(path)} is ${mediaType === undefined ? "not an image" : formatName(mediaType)}. This tool takes ${formats}.`;
  }
  const next = withTool("image", context, (name) => `Use ${name} to look at it.`);
  return `${quoted(path)} is ${mediaType === undefined ? "not a text file" : `a ${formatName(mediaType)} image, not text`}.${next}`;
}

/** "image/png" as "PNG". */
function formatName(mediaType: string): string {
  const name = mediaType.slice(mediaType.indexOf("/") + 1);
  return name === "webp" ? "WebP" : short(name.toUpperCase());
}
