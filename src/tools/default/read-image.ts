import * as z from "zod/mini";
import { bytes, quoted } from "../render/words.ts";
import { pathParameter } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface ReadImageArguments {
  readonly path: string;
}

const schema = z.strictObject({ path: pathParameter("Image file.") });
const output = z.strictObject({ media_type: z.string(), bytes: z.int(), version: z.string() });

export const readImageTool: Tool<ReadImageArguments, "readBytes"> = {
  name: "read_image",
  description: "Look at a PNG, JPEG, GIF or WebP image.",
  schema,
  output,
  calls: "readBytes",
  concurrency: "parallel",
  request: ({ path }) => ({ path, accept: "image" }),
  data: (response) => ({ media_type: response.mediaType, bytes: response.bytes.length, version: response.version }),
  text: (response) => `${quoted(response.path)} is an image, ${response.mediaType}, ${bytes(response.bytes.length)}.`,
  images: ({ mediaType, bytes: content }) => (mediaType === undefined ? [] : [{ media_type: mediaType, bytes: content }]),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
};
