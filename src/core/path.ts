import { compareUtf8 } from "./text.ts";

/** Absolute, normalised, `/`-separated, no NUL, well-formed UTF-16; "/" is the volume's root. */
export type VolumePath = string;

/** The directory of a volume that a workspace shows, unless it is told another. */
export const defaultRoot: VolumePath = "/workspace";

/** The names of a path: "/a/b" and "a/b" are ["a", "b"], "/" and "" are []. */
export function segments(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

export function join(directory: VolumePath, name: string): VolumePath {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** The directory that holds the path; "/" is its own parent. */
export function parent(path: VolumePath): VolumePath {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** The last name; "" for "/". */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Is `path` the directory itself or below it? By segments: "/project-evil" is not inside "/project". */
export function isInside(path: VolumePath, directory: VolumePath): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}

/** `path` as seen from `root`, "" for the root itself. Only for paths inside. */
export function relativeTo(path: VolumePath, root: VolumePath): string {
  return root === "/" ? path.slice(1) : path.slice(root.length + 1);
}

/** Order of a walk: component by component in UTF-8 byte order, a directory before what is below it. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  // "/" must sort below every other character, or "foo-bar" would come between "foo" and "foo/x".
  if (a[at] === "/") return -1;
  return b[at] === "/" ? 1 : compareUtf8(a.charAt(at), b.charAt(at));
}
