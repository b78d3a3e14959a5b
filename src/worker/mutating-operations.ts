import type { FileOperations } from "../ports/file-system.ts";

/** Every file operation, and whether it changes something: of those it is not known what became when the answer is lost. */
export const mutatingOperations: Readonly<Record<keyof FileOperations, boolean>> = {
  readFile: false,
  writeFile: true,
  appendFile: true,
  readdir: false,
  mkdir: true,
  rm: true,
  rmdir: true,
  unlink: true,
  rename: true,
  stat: false,
  lstat: false,
  readlink: false,
  symlink: true,
  chmod: true,
  access: false,
};
