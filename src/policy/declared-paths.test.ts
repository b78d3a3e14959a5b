import { expect, test } from "vitest";
import { openWorkspace } from "../../test/support/workspace.ts";
import { createAccess } from "../workspace/create-access.ts";
import { Listings } from "../workspace/directory-listings.ts";
import { createIgnoreRules } from "../workspace/ignore-rules.ts";
import { createQueue } from "../workspace/queue.ts";
import { declaredPaths } from "./declared-paths.ts";

async function open() {
  const { volume } = await openWorkspace({ "real.txt": "", "dir/a": "" }, { links: { link: "real.txt", way: "dir", out: "/outside" } });
  const places = { volume, root: "/workspace", rootAlias: "/workspace" };
  return createAccess(
    { ...places, queue: createQueue(), ignore: createIgnoreRules(places), listings: new Listings(), lastCommit: () => 0 },
    { guards: [] },
  );
}

test("what is written follows a last link, what is deleted is the link, and one that is refused voids all [#49]", async () => {
  const access = await open();
  expect(await declaredPaths(access, { writes: ["link", "way/new/x", "./real.txt"], deletes: ["link", "way/a"] })).toEqual({
    writes: ["/workspace/real.txt", "/workspace/dir/new/x", "/workspace/real.txt"],
    deletes: ["/workspace/link", "/workspace/dir/a"],
  });
  for (const bad of [
    { writes: ["real.txt", "../x"], deletes: ["link"] },
    { writes: ["real.txt"], deletes: ["link", "out/x"] },
  ])
    expect(await declaredPaths(access, bad)).toMatchObject({ writes: [], deletes: [], fault: { code: "path_not_allowed" } });
});
