import { expect, test } from "vitest";
import { openWorkspace } from "../../test/support/workspace.ts";

const links = { "to-file": "a.txt", "to-directory": "d", dangling: "gone", "to-link": "to-directory" };

test("a link is a link whatever it leads to, and leads to a directory only where it is one that does [#102]", async () => {
  const { list, fs } = await openWorkspace({ "a.txt": "x", "d/b.txt": "" }, { links });
  const { entries } = await list({});
  expect(entries).toEqual([
    { path: "a.txt", kind: "file" },
    { path: "d", kind: "directory" },
    { path: "dangling", kind: "symlink", target: "gone" },
    { path: "to-directory", kind: "symlink", target: "d", leadsTo: "directory" },
    { path: "to-file", kind: "symlink", target: "a.txt", leadsTo: "file" },
    { path: "to-link", kind: "symlink", target: "to-directory", leadsTo: "directory" },
  ]);
  for (const name of Object.keys(links)) {
    const stats = await fs.lstat(`/workspace/${name}`);
    expect([stats.isSymbolicLink(), stats.isFile(), stats.isDirectory()]).toEqual([true, false, false]);
  }
});
