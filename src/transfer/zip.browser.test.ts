import * as fc from "fast-check";
import { expect, test } from "vitest";
import { trees, wholeTree } from "../../test/support/whole-tree.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import { copy } from "./copy.ts";
import { fromZip, toZip } from "./zip.ts";

test("a tree goes through a zip in a browser as it does in Node", async () => {
  await fc.assert(
    fc.asyncProperty(trees(), async (source) => {
      const { zip } = await toZip(source, { from: "/tree" });
      const destination = createMemoryVolume();
      await copy(fromZip(new Blob([zip as BlobPart]), { links: "keep" }), destination, { to: "/there" });
      expect(wholeTree(destination, "/there")).toEqual(wholeTree(source, "/tree"));
    }),
    { numRuns: 30 },
  );
});
