import { expect, test } from "vitest";
import { openWorkspace, refusal } from "../../test/support/workspace.ts";

const files = { "src/app.ts": "", "src/api.ts": "", "src/zoo/lion.ts": "", "README.md": "", d: "" };

test.each([
  ["src/apps.ts", ["src/app.ts"]],
  ["srx/app.ts", ["src/app.ts"]],
  ["readme.md", ["README.md"]],
  ["./src/apps.ts", ["src/app.ts"]],
  ["/workspace/src/apps.ts", ["src/app.ts"]],
  ["src/zooo/lion.ts", ["src/zoo/lion.ts"]],
  ["src/zooo/tiger.ts", ["src/zoo"]],
])("for %s it offers %j", async (path, nearest) => {
  const { read } = await openWorkspace(files);
  expect((await refusal(read({ path }))).details["nearest"]).toEqual(expect.arrayContaining(nearest));
});

test("offers nothing where nothing is alike, and nothing that a guard hides", async () => {
  const { read } = await openWorkspace(files);
  for (const path of ["docs/guide.html", "e", "./x"]) expect((await refusal(read({ path }))).details).toEqual({ path });
  const guarded = await openWorkspace(files, {
    guards: [{ see: (path) => (path.endsWith("app.ts") ? { sight: "hidden", reason: "no" } : undefined) }],
  });
  expect((await refusal(guarded.read({ path: "src/apps.ts" }))).details).toEqual({ path: "src/apps.ts", nearest: ["src/api.ts"] });
});
