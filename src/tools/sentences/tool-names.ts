import type { SentenceContext } from "../profile.ts";
import { nameIn } from "../render/marker.ts";

/** What tools that do one thing are called in the profiles. */
const names = {
  read: ["read", "read_file"],
  list: ["list", "list_files"],
  find: ["glob", "find_files"],
  search: ["grep", "search_files"],
  image: ["read_image"],
  write: ["write", "write_file"],
  edit: ["edit", "edit_file"],
  remove: ["delete"],
} as const;

export type Role = keyof typeof names;

export function nameOf(role: Role, { has }: SentenceContext): string | undefined {
  const found = names[role].find((name) => has(name));
  return found === undefined ? undefined : nameIn(has, found);
}

/** A sentence that names a tool, where there is one. */
export function withTool(role: Role, context: SentenceContext, sentence: (name: string) => string): string {
  const name = nameOf(role, context);
  return name === undefined ? "" : ` ${sentence(name)}`;
}
