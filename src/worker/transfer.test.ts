import { expect, test, vi } from "vitest";
import { openWorkspace } from "./client.ts";
import { serve } from "./serve.ts";
import { buffersOf } from "./transfer.ts";

test("a response's bytes and each image are handed over, once", () => {
  const bytes = new Uint8Array(4);
  const image = { media_type: "image/png", bytes: new Uint8Array(8) };
  expect(buffersOf({ path: "a", bytes })).toEqual([bytes.buffer]);
  expect(buffersOf({ status: "ok", images: [image, image] })).toEqual([image.bytes.buffer]);
});

test("a view of a part of a buffer is not, and neither is anything else", () => {
  expect(buffersOf({ bytes: new Uint8Array(8).subarray(2, 4) })).toEqual([]);
  expect(buffersOf({ bytes: new Uint8Array(new SharedArrayBuffer(8)) })).toEqual([]);
  for (const answer of [undefined, null, 7, "bytes", [], {}, { bytes: "text" }]) expect(buffersOf(answer)).toEqual([]);
});

test("over the wire the buffer of readBytes leaves the worker's side, and arrives whole", async () => {
  const { port1, port2 } = new MessageChannel();
  const posted = vi.spyOn(port2, "postMessage");
  serve({}, port2);
  const content = Uint8Array.from({ length: 1_048_576 }, (_, index) => index % 253);
  const workspace = await openWorkspace({ volume: { kind: "memory", files: { large: content } }, worker: () => port1 });
  const { bytes } = await workspace.readBytes({ path: "large" });
  expect(Buffer.compare(bytes, content)).toBe(0);
  const sent = posted.mock.calls
    .map(([, transfer]) => transfer as ArrayBuffer[] | undefined)
    .find((list) => list?.[0] instanceof ArrayBuffer);
  expect(sent).toHaveLength(1);
  expect(sent?.[0]?.byteLength).toBe(0);
  await workspace.dispose();
});

test("the images of a tool's result are handed over too, and the file keeps its bytes", async () => {
  const { port1, port2 } = new MessageChannel();
  const posted = vi.spyOn(port2, "postMessage");
  serve({}, port2);
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4);
  const workspace = await openWorkspace({ volume: { kind: "memory", files: { "a.png": png } }, worker: () => port1 });
  const call = () => workspace.tools.call("read_image", { path: "a.png" });
  expect(await call()).toMatchObject({ status: "ok", images: [{ media_type: "image/png", bytes: png }] });
  expect(await call()).toMatchObject({ status: "ok", images: [{ media_type: "image/png", bytes: png }] });
  const handedOver = posted.mock.calls
    .flatMap(([, transfer]) => (transfer ?? []) as unknown as Transferable[])
    .filter((item) => item instanceof ArrayBuffer);
  expect(handedOver.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  await workspace.dispose();
});
