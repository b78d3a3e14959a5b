import { fail } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { chain } from "../core/maybe-promise.ts";
import { applyEdits, type EditOutcome } from "../engines/edit/index.ts";
import type { Editor, EditRequest, EditResponse } from "../ports/editor.ts";
import type { FileEntry } from "../volumes/volume.ts";
import type { Access, Place, Plan } from "./access.ts";
import { requireFile, requirePath } from "./requests.ts";
import { versionIn } from "./writer.ts";

export function createEditor(access: Access): Editor {
  return {
    async edit(request, context = {}) {
      requirePath(request.path, "path");
      const leaf = request.dialect?.leafLink ?? "follow";
      return access.change<EditResponse>(
        {
          ...(request.expected ? { expected: request.expected } : {}),
          plan: () =>
            chain(access.locate(request.path, { for: "write", leaf }, context), (place) => {
              const file = smallEnough(requireFile(place, request.path), request);
              return chain(access.read(file), (bytes) => planEdit(access, { place, file, request }, apply(request, bytes)));
            }),
        },
        context,
      );
    },
  };
}

/** Told before the file is read. */
function smallEnough(file: FileEntry, { path, dialect }: EditRequest): FileEntry {
  const limit = dialect?.maxFileBytes ?? limits.fileBytes;
  if (file.size > limit) throw fail("file_too_large", { path, size: file.size, limit });
  return file;
}

function apply({ path, edits, dialect = {} }: EditRequest, bytes: Uint8Array): EditOutcome {
  const { match, mixedEndings, maxFileBytes } = dialect;
  return applyEdits({
    path,
    bytes,
    edits,
    ...(match && { match }),
    ...(mixedEndings && { mixedEndings }),
    ...(maxFileBytes !== undefined && { maxBytes: maxFileBytes }),
  });
}

function planEdit(
  access: Access,
  { place, file, request }: { readonly place: Place; readonly file: FileEntry; readonly request: EditRequest },
  { bytes, ...outcome }: EditOutcome,
): Plan<EditResponse> {
  const response = { path: access.shown(place.path), edits: request.edits.length, ...outcome };
  return {
    targets: [{ place, capability: "write" }],
    changes: [{ op: "put", path: place.path, bytes, expect: file.version }],
    respond: (receipt) => ({ ...response, ...versionIn(receipt, 0) }),
  };
}
