import { fail } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { imageTypeOf, imageTypes } from "../core/media-type.ts";
import type { ByteReader, ReadBytesRequest } from "../ports/byte-reader.ts";
import type { FileEntry } from "../volumes/volume.ts";
import type { Access } from "./access.ts";
import { invalid, requireCounts, requireFile, requirePath } from "./requests.ts";

const magicBytes = 16;

export function createByteReader(access: Access): ByteReader {
  return {
    async readBytes(request, context = {}) {
      requirePath(request.path, "path");
      requireCounts(request, ["start", "end"], 0);
      const place = await access.locate(request.path, { for: "read", leaf: "follow" }, context);
      const file = requireFile(place, request.path);
      const mediaType = request.accept === "image" ? await requireImage(access, file, request.path) : undefined;
      const { start, end } = rangeOf(request, file);
      // A copy: the volume's own bytes must outlive a transfer.
      const bytes = (await access.read(file, start, end)).slice();
      return { path: access.shown(place.path), bytes, version: file.version, ...(mediaType ? { mediaType } : {}) };
    },
  };
}

async function requireImage(access: Access, file: FileEntry, path: string): Promise<string> {
  const mediaType = imageTypeOf(await access.read(file, 0, Math.min(file.size, magicBytes)));
  if (!mediaType) throw fail("unsupported_file", { path, accepted: imageTypes });
  if (file.size > limits.imageBytes) throw fail("file_too_large", { path, size: file.size, limit: limits.imageBytes });
  return mediaType;
}

function rangeOf({ start = 0, end }: ReadBytesRequest, { size }: FileEntry): { readonly start: number; readonly end: number } {
  if (end !== undefined && end > size) throw invalid({ at: "end", problem: "too_big", limit: size, received: String(end) });
  if (start > (end ?? size)) throw invalid({ at: "start", problem: "too_big", limit: end ?? size, received: String(start) });
  return { start, end: end ?? size };
}
