import { expect, test } from "vitest";
import { openWorkspace } from "../../../test/support/workspace.ts";
import { fakePorts } from "../../../test/support/fake-ports.ts";
import { createTools } from "../catalog.ts";

test.each([
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50]],
])("[#103] %s comes as an image, whatever the file is called", async (mediaType, magic) => {
  const bytes = new Uint8Array(magic);
  const result = await createTools(await openWorkspace({ "notes.txt": bytes })).call("read_image", { path: "notes.txt" });
  expect(result).toMatchObject({ status: "ok", data: { media_type: mediaType, bytes: bytes.length } });
  expect(result.images).toEqual([{ media_type: mediaType, bytes }]);
});

test("[#104] what is no image is refused with the formats that are, and no content is shown", async () => {
  const result = await createTools(await openWorkspace({ "a.png": "secret text" })).call("read_image", { path: "a.png" });
  expect(result).toMatchObject({ status: "rejected", code: "unsupported_file" });
  for (const format of ["PNG", "JPEG", "GIF", "WebP"]) expect(result.text).toContain(format);
  expect(result.text).not.toContain("secret");
  expect(result.images).toBeUndefined();
});

test("[#105] malformed arguments are refused before anything is resolved or read", async () => {
  const { ports, calls } = fakePorts();
  const tools = createTools(ports);
  for (const args of [{}, { path: 1 }, { path: "" }, { path: "a", accept: "image" }]) {
    expect(await tools.call("read_image", args)).toMatchObject({ status: "rejected", code: "invalid_arguments" });
  }
  expect(calls).toEqual([]);
});

test("[#106] an image over 8 MiB is refused with its size and the limit, and nothing of it is shown", async () => {
  const bytes = new Uint8Array(8 * 1_048_576 + 1);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const result = await createTools(await openWorkspace({ "big.png": bytes })).call("read_image", { path: "big.png" });
  expect(result).toMatchObject({ status: "rejected", code: "file_too_large", details: { size: 8_388_609, limit: 8_388_608 } });
  expect(result.text).toContain("8388609");
  expect(result.text).toContain("8 MiB");
  expect(result.images).toBeUndefined();
});
