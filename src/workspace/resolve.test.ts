import { describe, expect, test } from "vitest";
import type { Code } from "../core/codes.ts";
import { isPortsideError } from "../core/errors.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Place } from "./access.ts";
import { resolvePath, type Resolver } from "./resolve.ts";

const files = {
  "a.txt": "a",
  "sub/b.txt": "b",
  "@scope/c.ts": "literal",
  "d.ts": "d",
  '"quoted".md': "q",
  "/outside/secret.txt": "s",
  "/workspace-evil/x": "x",
};

const links: readonly (readonly [path: string, target: string])[] = [
  ["/workspace/inward", "sub"],
  ["/workspace/to-file", "sub/b.txt"],
  ["/workspace/outward", "/outside"],
  ["/workspace/dangling", "sub/new.txt"],
  ["/workspace/dangling-out", "/outside/new.txt"],
  ["/workspace/dangling-directory", "nowhere"],
  ["/workspace/loop-a", "loop-b"],
  ["/workspace/loop-b", "loop-a"],
  ["/workspace/round-trip", "../workspace/sub"],
  ["/outside/back", "/workspace/sub"],
];

function resolver(options: Partial<Resolver> = {}): Resolver {
  const volume = createMemoryVolume({ files });
  void volume.commit({ changes: links.map(([path, target]) => ({ op: "symlink", path, target })), origin: { by: "host" } });
  return { volume, root: "/workspace", rootAlias: "/workspace", ...options };
}

type Options = Parameters<typeof resolvePath>[2];

function resolve(path: string, options: Partial<Options> = {}, settings: Partial<Resolver> = {}): Place {
  return resolvePath(resolver(settings), path, { for: "read", leaf: "follow", ...options });
}

function codeOf(run: () => unknown): { code: Code; reason: unknown } {
  try {
    run();
  } catch (error) {
    if (isPortsideError(error)) return { code: error.code, reason: (error.details as { reason?: unknown }).reason };
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("spelling", () => {
  test.each([
    ["a.txt", "/workspace/a.txt"],
    ["./a.txt", "/workspace/a.txt"],
    ["sub//b.txt", "/workspace/sub/b.txt"],
    ["sub/../a.txt", "/workspace/a.txt"],
    ["", "/workspace"],
    [".", "/workspace"],
    ["sub/", "/workspace/sub"],
    ["/workspace/a.txt", "/workspace/a.txt"],
    ["/workspace", "/workspace"],
    ["file:///workspace/a.txt", "/workspace/a.txt"],
    ["file:///workspace/%61.txt", "/workspace/a.txt"],
  ])("%j is %s [#24]", (path, expected) => {
    expect(resolve(path).path).toBe(expected);
  });

  test("a leading @ or quotes are literal where such a path exists, and dropped where only the other does [#31]", () => {
    expect(resolve("@scope/c.ts").path).toBe("/workspace/@scope/c.ts");
    expect(resolve("@d.ts").path).toBe("/workspace/d.ts");
    expect(resolve('"d.ts"').path).toBe("/workspace/d.ts");
    expect(resolve('"quoted".md').path).toBe('/workspace/"quoted".md');
    expect(codeOf(() => resolve("@missing.ts")).code).toBe("not_found");
  });

  test("~ is the home, and refused without one; another user's home is never taken literally [#27] [#28]", () => {
    const home = { home: "/workspace/sub" };
    expect(resolve("~", {}, home).path).toBe("/workspace/sub");
    expect(resolve("~/b.txt", {}, home).path).toBe("/workspace/sub/b.txt");
    expect(codeOf(() => resolve("~/b.txt"))).toEqual({ code: "path_malformed", reason: "no_home" });
    expect(codeOf(() => resolve("~root/x", {}, home))).toEqual({ code: "path_malformed", reason: "other_users_home" });
    expect(codeOf(() => resolve("~/x", {}, { home: "/outside" }))).toEqual({ code: "path_not_allowed", reason: "outside" });
  });

  test.each([
    ["a\0.txt", "nul"],
    ["a\uD800.txt", "lone_surrogate"],
    ["file://host/a.txt", "file_url_host"],
    ["file:///workspace/%zz", "file_url"],
    ["file:///workspace/a%00", "nul"],
  ])("%j is malformed: %s [#29]", (path, reason) => {
    expect(codeOf(() => resolve(path))).toEqual({ code: "path_malformed", reason });
  });

  test("a path of more than 4,096 bytes, or with a name of more than 255, is too long", () => {
    const tooLong = { code: "path_malformed", reason: "too_long" };
    const write = { for: "write", absent: true } as const;
    expect(resolve("n".repeat(255), write).path).toBe(`/workspace/${"n".repeat(255)}`);
    expect(codeOf(() => resolve("n".repeat(256), write))).toEqual(tooLong);
    expect(codeOf(() => resolve("é".repeat(128), write))).toEqual(tooLong);
    expect(resolve("d/".repeat(2_047) + "f", write).path).toHaveLength("/workspace/".length + 4_095);
    expect(codeOf(() => resolve("d/".repeat(100_000) + "f", write))).toEqual(tooLong);
  });

  test("file URLs mean the same file, another place, or nothing [#30]", () => {
    expect(resolve("file:///workspace/a.txt").path).toBe("/workspace/a.txt");
    expect(codeOf(() => resolve("file:///etc/a")).code).toBe("path_not_allowed");
    expect(codeOf(() => resolve("file://host/a")).code).toBe("path_malformed");
  });
});

describe("containment", () => {
  test.each(["../x", "..", "sub/../../outside/secret.txt", "/etc/passwd", "/", "/workspace/../outside/secret.txt", "../workspace/a.txt"])(
    "%j is outside [#23]",
    (path) => {
      expect(codeOf(() => resolve(path, { absent: true }))).toEqual({ code: "path_not_allowed", reason: "outside" });
    },
  );

  test("a sibling that begins with the root's name is outside [#25]", () => {
    expect(codeOf(() => resolve("/workspace-evil/x")).code).toBe("path_not_allowed");
    expect(codeOf(() => resolve("/workspace-evil")).code).toBe("path_not_allowed");
  });

  test("a link that leaves the root is refused, whether its target exists or not [#32] [#33]", () => {
    const refused = { code: "path_not_allowed", reason: "link_outside" };
    expect(codeOf(() => resolve("outward/secret.txt"))).toEqual(refused);
    expect(codeOf(() => resolve("outward/new.txt", { for: "write", absent: true }))).toEqual(refused);
    expect(codeOf(() => resolve("dangling-out", { for: "write", absent: true }))).toEqual(refused);
    expect(codeOf(() => resolve("outward/back/b.txt"))).toEqual(refused);
  });

  test("Portside's own folder is no place for anybody", () => {
    expect(codeOf(() => resolve("/.portside/x", { absent: true }, { root: "/", rootAlias: "/" }))).toEqual({
      code: "path_not_allowed",
      reason: "reserved",
    });
  });
});

describe("links", () => {
  test("are followed inside the root, relative to where they stand", () => {
    expect(resolve("inward/b.txt").path).toBe("/workspace/sub/b.txt");
    expect(resolve("to-file").path).toBe("/workspace/sub/b.txt");
    expect(resolve("round-trip/b.txt").path).toBe("/workspace/sub/b.txt");
  });

  test("`..` after a link is its target's parent", () => {
    expect(resolve("inward/../a.txt").path).toBe("/workspace/a.txt");
    expect(codeOf(() => resolve("outward/../workspace/a.txt")).code).toBe("path_not_allowed");
  });

  test("a cycle ends after forty hops [#34]", () => {
    expect(codeOf(() => resolve("loop-a"))).toEqual({ code: "path_malformed", reason: "link_cycle" });
    const chain = Array.from({ length: 41 }, (_, i) => [`/workspace/hop-${i}`, i === 40 ? "a.txt" : `hop-${i + 1}`] as const);
    const shared = resolver();
    void (shared.volume as ReturnType<typeof createMemoryVolume>).commit({
      changes: chain.map(([path, target]) => ({ op: "symlink", path, target })),
      origin: { by: "host" },
    });
    const options = { for: "read", leaf: "follow" } as const;
    expect(resolvePath(shared, "hop-1", options).path).toBe("/workspace/a.txt");
    expect(codeOf(() => resolvePath(shared, "hop-0", options))).toEqual({ code: "path_malformed", reason: "link_cycle" });
  });

  test("the last one is followed, kept or refused as the caller wants it", () => {
    expect(resolve("to-file", { leaf: "keep" }).entry?.kind).toBe("symlink");
    expect(codeOf(() => resolve("to-file", { leaf: "refuse" }))).toEqual({ code: "path_not_allowed", reason: "link" });
    expect(resolve("inward/b.txt", { leaf: "refuse" }).path).toBe("/workspace/sub/b.txt");
  });

  test("a dangling one is where its target would be, but no directory on the way", () => {
    expect(resolve("dangling", { for: "write", absent: true })).toMatchObject({ path: "/workspace/sub/new.txt", entry: undefined });
    expect(codeOf(() => resolve("dangling")).code).toBe("not_found");
    expect(codeOf(() => resolve("dangling-directory/x", { for: "write", absent: true })).code).toBe("not_found");
  });
});

describe("what is not there", () => {
  test("missing names are found absent only where that is asked for, and their scope is the nearest directory", () => {
    expect(codeOf(() => resolve("sub/x/y")).code).toBe("not_found");
    const place = resolve("sub/x/y", { for: "write", absent: true });
    expect(place.path).toBe("/workspace/sub/x/y");
    expect(place.scope.path).toBe("/workspace/sub");
    expect(codeOf(() => resolve("nothing/../a.txt", { absent: true })).code).toBe("not_found");
  });

  test("a file has nothing below it, and takes no trailing slash", () => {
    expect(codeOf(() => resolve("a.txt/x")).code).toBe("not_a_directory");
    expect(codeOf(() => resolve("a.txt/")).code).toBe("not_a_directory");
    expect(codeOf(() => resolve("a.txt/..")).code).toBe("not_a_directory");
    expect(codeOf(() => resolve("new/", { for: "write", absent: true })).code).toBe("not_a_directory");
    expect(resolve("new/", { for: "mkdir", absent: true }).path).toBe("/workspace/new");
  });

  test("the scope of a file is its directory, of a directory that is read itself, else the one above [#48]", () => {
    expect(resolve("sub/b.txt").scope.path).toBe("/workspace/sub");
    expect(resolve("sub").scope.path).toBe("/workspace/sub");
    expect(resolve("").scope.path).toBe("/workspace");
    expect(resolve("sub", { for: "move" }).scope.path).toBe("/workspace");
    expect(resolve("inward/new/x", { absent: true })).toMatchObject({ path: "/workspace/sub/new/x", entry: undefined });
    expect(codeOf(() => resolve("inward/new/x")).code).toBe("not_found");
  });
});

describe("places outside", () => {
  const external = { external: true };

  test("an absolute path names one where that is allowed, flagged, with its own scope [#46]", () => {
    expect(codeOf(() => resolve("/outside/secret.txt"))).toEqual({ code: "path_not_allowed", reason: "outside" });
    const place = { path: "/outside/secret.txt", external: true, scope: { path: "/outside" } };
    expect(resolve("/outside/secret.txt", {}, external)).toMatchObject(place);
    expect(resolve("file:///outside/secret.txt", {}, external)).toMatchObject(place);
    expect(resolve("~/secret.txt", {}, { ...external, home: "/outside" })).toMatchObject(place);
    expect(resolve("/workspace-evil/x", {}, external).external).toBe(true);
    expect(resolve("/outside/../outside/secret.txt", {}, external)).toMatchObject(place);
    expect(resolve("/outside/n/x", { for: "write", absent: true }, external)).toMatchObject({
      path: "/outside/n/x",
      scope: { path: "/outside" },
    });
    expect(resolve("a.txt", {}, external).external).toBe(false);
  });

  test("one that leads inside is inside", () => {
    expect(resolve("/outside/back/b.txt", {}, external)).toMatchObject({ path: "/workspace/sub/b.txt", external: false });
  });

  test.each(["../outside/secret.txt", "sub/../../outside/secret.txt", "/workspace/../outside/secret.txt", "/../outside"])(
    "%j never leads there [#23]",
    (path) => expect(codeOf(() => resolve(path, {}, external))).toEqual({ code: "path_not_allowed", reason: "outside" }),
  );

  test.each(["outward/secret.txt", "outward", "/workspace/outward/secret.txt", "dangling-out"])(
    "%j does not lead there through its link [#47]",
    (path) => {
      const options = { for: "write", absent: true } as const;
      expect(codeOf(() => resolve(path, options, external))).toEqual({ code: "path_not_allowed", reason: "link_outside" });
    },
  );

  test("Portside's own folder stays reserved", () => {
    const options = { for: "write", absent: true } as const;
    expect(codeOf(() => resolve("/.portside/x", options, external))).toEqual({ code: "path_not_allowed", reason: "reserved" });
  });
});
