import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";
import { createPathRules, type PathRule } from "./path-rules.ts";
import type { Guard, Intent } from "./guard.ts";

const root = "/workspace";

function sightOf(path: string, rules?: readonly PathRule[]): string | undefined {
  return createPathRules({ root, ...(rules && { rules }) }).see?.(path.startsWith("/") ? path : `${root}/${path}`, undefined)?.sight;
}

describe("which rule holds", () => {
  test.each([".env", "app/.env", ".env.local", "cert.pem", "a/b/server.key", "id_rsa", "home/.ssh/id_ed25519", ".ENV", "/elsewhere/.env"])(
    "%j is protected by custom",
    (path) => expect(sightOf(path)).toBe("protected"),
  );

  test.each([".env.example", "app/.env.example", "env", "a.environment", "keys.ts", "pem", "", "src/did_it.ts"])("%j is not", (path) =>
    expect(sightOf(path)).toBeUndefined(),
  );

  test("the first that matches decides, and the customary ones come last", () => {
    const rules: readonly PathRule[] = [
      { glob: "test/.env", sight: "open" },
      { glob: ".env", sight: "hidden", reason: "not for you" },
    ];
    expect(sightOf("test/.env", rules)).toBeUndefined();
    expect(sightOf("app/.env", rules)).toBe("hidden");
    expect(sightOf("a.pem", rules)).toBe("protected");
  });

  test("a pattern with a slash is of the whole path, and a test is any function", () => {
    expect(sightOf("dist/a.js", [{ glob: "dist/*.js", sight: "locked", reason: "generated" }])).toBe("locked");
    expect(sightOf("src/dist/a.js", [{ glob: "dist/*.js", sight: "locked", reason: "generated" }])).toBeUndefined();
    expect(sightOf("x/y", [{ glob: (path) => path === "x/y", sight: "locked", reason: "" }])).toBe("locked");
  });

  test("what holds for a directory holds below it, and the strictest counts", () => {
    const rules: readonly PathRule[] = [
      { glob: "private", sight: "hidden", reason: "private" },
      { glob: "vendor", sight: "locked", reason: "vendored" },
      { glob: "open.txt", sight: "open" },
    ];
    expect(sightOf("private/a/b.txt", rules)).toBe("hidden");
    expect(sightOf("private/open.txt", rules)).toBe("hidden");
    expect(sightOf("vendor/a.ts", rules)).toBe("locked");
    expect(sightOf("vendor/.env", rules)).toBe("protected");
    expect(sightOf("privateer/a", rules)).toBeUndefined();
  });

  test("a malformed pattern is the host's fault, told at once", () => {
    expect(() => createPathRules({ root, rules: [{ glob: "[", sight: "open" }] })).toThrow(
      expect.objectContaining({ code: "invalid_glob" }),
    );
  });
});

describe("what follows", () => {
  const rules: readonly PathRule[] = [
    { glob: "private", sight: "hidden", reason: "it is private" },
    { glob: "vendor", sight: "locked", reason: "it is vendored" },
  ];
  const files = { ".env": "KEY=1\n", "private/p.txt": "secret\n", "vendor/v.ts": "v\n", "src/a.ts": "a\n" };
  const links = { "to-env": ".env", "to-private": "private/p.txt" };

  /** A workspace with these rules, and what its guard was asked. */
  async function open(answer?: { readonly deny: string }) {
    const asked: string[] = [];
    const allow = ({ targets, shown }: Intent) => {
      asked.push(...targets.map(({ place, capability }) => `${capability} ${shown(place.path)}`));
      return answer;
    };
    const guards: readonly Guard[] = [createPathRules({ root, rules }), { allow }];
    const workspace = await openWorkspace(files, { links, guards });
    return { ...workspace, asked };
  }

  test("listings and searches leave out and count what is hidden or protected", async () => {
    const { list, grep, glob } = await open();
    const { entries, skipped } = await list({ depth: "none", includeHidden: true });
    expect(entries.map(({ path }) => path)).toEqual(["src", "src/a.ts", "to-env", "to-private", "vendor", "vendor/v.ts"]);
    expect(skipped.protected).toBe(2);
    expect(await grep({ pattern: "KEY|secret", includeHidden: true })).toMatchObject({ lines: [], skipped: { protected: 2 } });
    expect((await glob({ pattern: "**/*.txt" })).entries).toEqual([]);
  });

  test("nobody is asked for what a listing comes across", async () => {
    const { list, glob, grep, count, asked } = await open();
    await list({ depth: "none", includeHidden: true });
    await glob({ pattern: "**", includeHidden: true });
    await grep({ pattern: "K", includeHidden: true });
    await count({ includeHidden: true });
    expect(asked).toEqual([]);
  });

  test("a link is what it leads to", async () => {
    const { read, asked } = await open({ deny: "no" });
    expect(await refusal(read({ path: "to-env" }))).toMatchObject({ code: "permission_denied", details: { reason: "no" } });
    expect(await refusal(read({ path: "to-private" }))).toMatchObject({ code: "not_found" });
    expect(asked).toEqual(["read .env"]);
  });

  test("reading a protected directory lets its entries be seen", async () => {
    const guards = [createPathRules({ root, rules: [{ glob: "keys", sight: "protected", reason: "keys" }] })];
    const { list } = await openWorkspace({ "keys/a": "1", "keys/b": "2" }, { guards });
    expect((await list({})).entries).toEqual([]);
    expect((await list({ path: "keys" })).entries.map(({ path }) => path)).toEqual(["keys/a", "keys/b"]);
  });

  test("a failed or a dry change tells nothing of a protected file before it may be read", async () => {
    const { edit, move, remove, write, apply, asked, volume } = await open({ deny: "no" });
    const before = treeOf(volume);
    const denied = { code: "permission_denied", details: { capability: "read" } };
    const edits = [{ oldString: "KEY=2", newString: "KEY=3" }];
    expect(await refusal(edit({ path: ".env", edits }))).toMatchObject(denied);
    expect(await refusal(edit({ path: ".env", edits }, { dryRun: true }))).toMatchObject(denied);
    expect(await refusal(write({ path: ".env", content: "" }, { dryRun: true }))).toMatchObject(denied);
    expect(await refusal(remove({ path: ".env" }, { dryRun: true }))).toMatchObject(denied);
    expect(await refusal(move({ source: ".env", destination: "env.txt" }))).toMatchObject(denied);
    const patch = "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-KEY=2\n+KEY=3\n";
    expect((await refusal(apply({ patch }))).code).toBe("permission_denied");
    expect(new Set(asked)).toEqual(new Set(["read .env"]));
    expect(treeOf(volume)).toEqual(before);
  });

  test("a change asks for the reading and for the writing, once each", async () => {
    const { edit, asked } = await open();
    await edit({ path: ".env", edits: [{ oldString: "KEY=1", newString: "KEY=2" }] });
    expect(asked).toEqual(["read .env", "write .env"]);
  });

  test("what is hidden is refused alike whether it exists or not, and its contents decide nothing", async () => {
    const { edit, remove, write, asked } = await open();
    const denied = { code: "permission_denied", details: { reason: "it is private" } };
    for (const path of ["private/p.txt", "private/none.txt", "private/none/none.txt"]) {
      expect(await refusal(edit({ path, edits: [{ oldString: "x", newString: "y" }] }))).toMatchObject(denied);
      expect(await refusal(remove({ path }))).toMatchObject(denied);
      expect(await refusal(write({ path, content: "" }))).toMatchObject(denied);
    }
    expect(asked).toEqual([]);
  });

  test("nothing is moved into, out of, or around the rules", async () => {
    const { move, makeDirectory, volume } = await open();
    await makeDirectory({ path: "d" });
    const before = treeOf(volume);
    const refused = async (source: string, destination: string): Promise<unknown> => (await refusal(move({ source, destination }))).code;
    expect(await refused("src/a.ts", "vendor/a.ts")).toBe("permission_denied");
    expect(await refused("vendor/v.ts", "src/v.ts")).toBe("permission_denied");
    expect(await refused("src/a.ts", "private/a.ts")).toBe("permission_denied");
    expect(await refused("vendor", "d/v")).toBe("permission_denied");
    expect(treeOf(volume)).toEqual(before);
  });

  test("a directory keeps what is hidden, locked or protected in it by its path", async () => {
    const own: readonly PathRule[] = [
      { glob: "a/locked.txt", sight: "locked", reason: "locked here" },
      { glob: "b/keep/**", sight: "protected", reason: "kept here" },
    ];
    const guards = [createPathRules({ root, rules: own })];
    const { move, volume } = await openWorkspace({ "a/locked.txt": "", "b/keep/k": "", "c/.env": "" }, { guards });
    expect((await refusal(move({ source: "a", destination: "x" }))).details).toMatchObject({ reason: "locked here" });
    expect((await refusal(move({ source: "b", destination: "x" }))).details).toMatchObject({ reason: "kept here" });
    await move({ source: "c", destination: "x" });
    expect(treeOf(volume)).toEqual({ "a/locked.txt": "", "b/keep/k": "", "x/.env": "" });
  });

  test("a name that is hidden is never offered", async () => {
    const { read } = await openWorkspace(
      { "notes.txt": "" },
      { guards: [createPathRules({ root, rules: [{ glob: "notes.txt", sight: "hidden", reason: "" }] })] },
    );
    expect((await refusal(read({ path: "note.txt" }))).details).not.toHaveProperty("nearest");
  });
});
