import { isPortsideError, type PortsideError } from "../core/errors.ts";
import type { VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Access } from "../workspace/access.ts";

/** Paths that a caller says it will write and delete, in the form that its calls will have them in: a comparison of paths tells whether one is. */
export interface DeclaredPaths {
  readonly writes: readonly VolumePath[];
  readonly deletes: readonly VolumePath[];
  /** Why both are empty. */
  readonly fault?: PortsideError;
}

/** A path to write follows a link that is its last name, and need not exist; a path to delete names the link itself. One that is refused voids all. */
export async function declaredPaths(
  access: Pick<Access, "locate">,
  declared: { readonly writes?: readonly string[]; readonly deletes?: readonly string[] },
  context: CallContext = {},
): Promise<DeclaredPaths> {
  const common = { absent: true, unasked: true } as const;
  try {
    const writes = [];
    for (const path of declared.writes ?? [])
      writes.push((await access.locate(path, { for: "write", leaf: "follow", ...common }, context)).path);
    const deletes = [];
    for (const path of declared.deletes ?? [])
      deletes.push((await access.locate(path, { for: "delete", leaf: "keep", ...common }, context)).path);
    return { writes, deletes };
  } catch (error) {
    if (!isPortsideError(error) || error.code === "aborted") throw error;
    return { writes: [], deletes: [], fault: error };
  }
}
