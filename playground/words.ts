import type { ToolCallEvent } from "portside/transcript";
import type { Question } from "portside";
import type { Mark } from "./file-tree.ts";
import type { Outcome } from "./state.ts";

export const markWords: Readonly<Record<Mark, string>> = { A: "added", M: "modified", D: "deleted", R: "renamed" };

/** The argument that says best what a call is about. */
export function subjectOf({ arguments: args, argumentsText }: ToolCallEvent): string {
  if (args === undefined) return argumentsText ?? "";
  const { source, destination, pattern, path, patch, command } = args;
  if (typeof source === "string" && typeof destination === "string") return `${source} → ${destination}`;
  if (typeof patch === "string") return patchedPaths(patch).join(", ");
  if (typeof pattern === "string") return typeof path === "string" ? `${pattern} in ${path}` : pattern;
  const [subject = "/"] = [path, command].filter((value) => typeof value === "string");
  return subject;
}

function patchedPaths(patch: string): readonly string[] {
  return [...patch.matchAll(/^diff --git a\/.* b\/(.*)$/gm)].map(([, path = ""]) => path);
}

/** What a question is about, in few words. */
export function pathsOf({ targets }: Question): string {
  const paths = [...new Set(targets.map(({ path }) => path || "the whole workspace"))];
  return paths.length > 2 ? plural(paths.length, "path") : paths.join(" and ");
}

/** `ok`, or the code of the failure. */
export function verdictOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return "not yet";
  switch (outcome.type) {
    case "answered":
      return outcome.result.status === "ok" ? "ok" : outcome.result.code;
    case "running":
      return "running";
    case "said":
      return "said";
    case "checked":
      return outcome.drift.length === 0 ? "as expected" : differences(outcome.drift.length);
    default:
      return outcome satisfies never;
  }
}

export function differences(count: number): string {
  return plural(count, "difference");
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Milliseconds, as short as they can be read. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

export function bytes(text: string): string {
  return size(new TextEncoder().encode(text).length);
}

/** Bytes, as short as they can be read. */
export function size(count: number): string {
  if (count < 1024) return `${count} B`;
  return count < 1_048_576 ? `${(count / 1024).toFixed(1)} KB` : `${(count / 1_048_576).toFixed(1)} MB`;
}
