import { expect, test } from "vitest";
import { openWorkspace, refusal } from "../../test/support/workspace.ts";

const files = { "src/app.ts": "", "src/api.ts": "", "src/zoo/lion.ts": "", "README.md": "" };

test.each([
  ["src/apps.ts", ["src/app.ts"]],
  ["srx/app.ts", ["src/app.ts"]],
  ["readme.md", ["README.md"]],
  ["src/zo/lion.ts", ["src/zoo/lion.ts"]],
  ["src/zo/tiger.ts", ["src/zoo"]],
])("for %s it offers %j", async (path, nearest) => {
  const { read } = await openWorkspace(files);
  expect((await refusal(read({ path }))).details["nearest"]).toEqual(expect.arrayContaining(nearest));
});

test("offers nothing where nothing is alike, and nothing that a guard hides", async () => {
  const { read } = await openWorkspace(files);
  expect((await refusal(read({ path: "docs/guide.html" }))).details).toEqual({ path: "docs/guide.html" });
  const guarded = await openWorkspace(files, {
    guards: [{ see: (path) => (path.endsWith("app.ts") ? { sight: "hidden", reason: "no" } : undefined) }],
  });
  expect((await refusal(guarded.read({ path: "src/apps.ts" }))).details).toEqual({ path: "src/apps.ts", nearest: ["src/api.ts"] });
});
