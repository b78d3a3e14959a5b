import { fail, isPortsideError, PortsideError } from "../../core/errors.ts";
import type { VolumePath } from "../../core/path.ts";

/** Node's code: it crosses from the container as the beginning of the message only. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? /^(E[A-Z0-9]+)\b/.exec(error.message)?.[1] : undefined;
}

/** What a container threw, as an error with a code. */
export function failureOf(error: unknown, operation: string, path: VolumePath): PortsideError {
  if (isPortsideError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  switch (codeOf(error)) {
    case "ENOENT":
      return fail("not_found", { path });
    case "ENOTDIR":
      return fail("not_a_directory", { path });
    case "EISDIR":
      return fail("is_a_directory", { path });
    case "ENOSPC":
    case "EDQUOT":
      return new PortsideError({ code: "no_space", details: {}, cause: error });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return fail("permission_denied", { path, capability: operation, reason });
    case "EINVAL":
    case "ENAMETOOLONG":
      return fail("path_malformed", { path, reason: "name" });
    default:
      return new PortsideError({ code: "io_error", details: { path, operation, reason }, cause: error });
  }
}
