import { isAlike, nearest } from "../../core/nearest.ts";
import { basename } from "../../core/path.ts";
import { compileSegment } from "../glob/segment.ts";
import { fail } from "../../core/errors.ts";
import { fileTypes } from "./file-types.ts";
import { tokenize } from "../glob/tokenize.ts";

/** Names people write that the table does not have, with the type they mean. Extensions are found by themselves. */
const aliases: Readonly<Record<string, string>> = {
  bash: "sh",
  "c#": "csharp",
  "c++": "cpp",
  dockerfile: "docker",
  golang: "go",
  javascript: "js",
  makefile: "make",
  node: "js",
  "objective-c": "objc",
  shell: "sh",
  terraform: "tf",
  text: "txt",
};

const mostOffered = 5;

/** A test of root-relative paths for one of ripgrep's file types. Throws unknown_file_type {type, nearest}. */
export function fileTypeFilter(type: string): (path: string) => boolean {
  const patterns = fileTypes.get(type);
  if (patterns === undefined) throw fail("unknown_file_type", { type, nearest: nearestTypes(type) });
  const names = patterns.map((pattern) => compileSegment(pattern, tokenize(pattern), false));
  return (path) => {
    const name = basename(path);
    return names.some(({ test }) => test(name));
  };
}

/** The best first: what it is another name of, the types of files so called or so ending, then those spelled alike. */
function nearestTypes(type: string): string[] {
  const wanted = type.toLowerCase().replace(/^\*?\./, "");
  const alias = Object.hasOwn(aliases, wanted) ? [aliases[wanted] as string] : [];
  const found = [...alias, ...typesOf(wanted), ...typesSpelledLike(wanted)];
  return [...new Set(found)].slice(0, mostOffered);
}

function typesOf(extension: string): string[] {
  return [...fileTypes].flatMap(([name, patterns]) => (patterns.includes(`*.${extension}`) ? [name] : []));
}

function typesSpelledLike(wanted: string): readonly string[] {
  return nearest(
    wanted,
    [...fileTypes.keys()].filter((name) => isAlike(wanted, name)),
  );
}
