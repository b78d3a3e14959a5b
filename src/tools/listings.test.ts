import { describe, expect, test } from "vitest";
import { openWorkspace, type TestFiles } from "../../test/support/workspace.ts";
import type { WorkspaceOptions } from "../workspace/index.ts";
import { createTools } from "./catalog.ts";
import { definitions } from "./definitions.ts";
import { profiles } from "./profiles.ts";

type Data = Readonly<Record<string, unknown>>;

async function open(files: TestFiles, options: Parameters<typeof openWorkspace>[1] & WorkspaceOptions = {}) {
  const workspace = await openWorkspace(files, options);
  return async (name: string, args: object, profile: keyof typeof profiles = "default") => {
    const result = await createTools(workspace, { profile: profiles[profile] }).call(name, args);
    return { ...result, data: (result.status === "ok" ? result.data : {}) as Data };
  };
}

function numbered(count: number, name: (index: number) => string): TestFiles {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), ""]));
}

describe("glob", () => {
  test("one level, and a hint where only deeper ones have it [#195]", async () => {
    const call = await open({ "cmd/main.go": "", "a.ts": "", "d/b.ts": "" });
    expect((await call("glob", { pattern: "*.ts" })).data).toMatchObject({ paths: ["a.ts"] });
    const none = await call("glob", { pattern: "*.go" });
    expect(none.data).toMatchObject({ paths: [], deeper: true });
    expect(none.text).toContain('"**/*.go"');
    expect((await call("glob", none.meta.next?.arguments ?? {})).data).toMatchObject({ paths: ["cmd/main.go"] });
    expect((await call("glob", { pattern: "*.py" })).text).toBe('Nothing matches "*.py".');
  });

  test("the defaults and bounds of how many [#202]", async () => {
    const call = await open(numbered(260, (index) => `${String(index).padStart(3, "0")}.txt`));
    const whole = await call("glob", { pattern: "*" });
    expect((whole.data["paths"] as string[]).length).toBe(250);
    expect(whole.data).toMatchObject({ truncated: true, truncated_by: "limit" });
    const scope = await call("glob", { pattern: "*" }, "scope");
    expect((scope.data["paths"] as string[]).length).toBe(100);
    expect((await call("glob", { pattern: "*", limit: 260 })).data).toMatchObject({ truncated: false });
    expect(await call("glob", { pattern: "*", limit: 5_001 })).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect(await call("glob", { pattern: "*", max_results: 1_001 }, "scope")).toMatchObject({
      status: "rejected",
      code: "invalid_arguments",
    });
  });

  test("directories end in a slash in text; kinds that are none are refused [#206]", async () => {
    const call = await open({ "a/x": "", b: "" });
    expect((await call("glob", { pattern: "*", type: "dir" })).text).toBe("a/");
    const any = await call("glob", { pattern: "*", type: "any" });
    expect([any.text, any.data["paths"]]).toEqual(["a/\nb", ["a", "b"]]);
    expect(await call("glob", { pattern: "*", type: "directory" })).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect((await call("find_files", { pattern: "*", file_type: "directory" }, "agentkit")).data).toMatchObject({ files: ["a"] });
    expect(await call("find_files", { pattern: "*", file_type: "link" }, "agentkit")).toMatchObject({ status: "rejected" });
  });

  test("a path with brackets is found by its name, and it is said", async () => {
    const call = await open({ "app/[id]/page.tsx": "", "app/i/page.tsx": "", "app/x/page.tsx": "" });
    const found = await call("glob", { pattern: "[id]/page.tsx", path: "app" });
    expect(found.data).toMatchObject({
      paths: ["app/[id]/page.tsx", "app/i/page.tsx"],
      notes: [{ note: "literal_match", path: "app/[id]/page.tsx" }],
    });
    expect(found.text).toContain('"app/[id]/page.tsx" has this very name');
    expect((await call("glob", { pattern: "app/*/page.tsx" })).data).not.toHaveProperty("notes");
  });

  test("no match is a sentence with the pattern, and an empty list [#208]", async () => {
    const call = await open({ a: "" });
    const none = await call("glob", { pattern: "src/*.py" });
    expect([none.text, none.data["paths"]]).toEqual(['Nothing matches "src/*.py".', []]);
    const agentkit = await call("find_files", { pattern: "*.py" }, "agentkit");
    expect([agentkit.text, agentkit.data["files"]]).toEqual(['Nothing matches "*.py".', []]);
  });

  test("what agentkit makes of patterns [#197] [#201]", async () => {
    const call = await open({ "a/README.md": "", "{a": "", x1: "", y2: "", z3: "" });
    const found = async (pattern: string): Promise<unknown> => (await call("find_files", { pattern }, "agentkit")).data["files"];
    expect(await found("readme*")).toEqual(["a/README.md"]);
    expect(await found("Readme*")).toEqual([]);
    expect(await found("{x,{y,z}}?")).toEqual(["x1", "y2", "z3"]);
    expect(await found("{a")).toEqual(["{a"]);
  });

  test("a faulty pattern is refused with its place, and matches nothing in agentkit [#199]", async () => {
    const call = await open({ a: "" });
    expect(await call("glob", { pattern: "src/[a" })).toMatchObject({ status: "rejected", code: "invalid_glob", details: { offset: 4 } });
    expect((await call("find_files", { pattern: "[a" }, "agentkit")).data).toMatchObject({ files: [] });
  });
});

describe("list", () => {
  const links = { dir: "d", gone: "nowhere" };

  test("directories end in a slash, links to them where agentkit lists; nothing is a sentence [#245]", async () => {
    const call = await open({ "d/x": "", f: "", empty: null }, { links });
    expect((await call("list", {})).text).toBe("d/\ndir -> d\nempty/\nf\ngone -> nowhere");
    expect((await call("list_files", {}, "agentkit")).text).toBe("d/\ndir/\nempty/\nf\ngone -> nowhere");
    expect((await call("list", { path: "empty" })).text).toBe('The directory "empty" is empty.');
  });

  test("the defaults and bounds of how many [#246]", async () => {
    const call = await open(numbered(260, (index) => `${String(index).padStart(3, "0")}.txt`));
    const entries = async (name: string, args: object, profile?: keyof typeof profiles): Promise<number> =>
      ((await call(name, args, profile)).data["entries"] as unknown[]).length;
    expect(await entries("list", {})).toBe(250);
    expect(await entries("list", { limit: 255 })).toBe(255);
    expect(await call("list", { limit: 5_001 })).toMatchObject({ status: "rejected" });
    expect(await entries("list_files", {}, "agentkit")).toBe(200);
    expect(await entries("list_files", { limit: 900 }, "agentkit")).toBe(260);
    const cut = await call("list_files", {}, "agentkit");
    expect(cut.text).toContain('list_files {"limit":400}');
    const whole = await call("list_files", cut.meta.next?.arguments ?? {}, "agentkit");
    expect(whole.data).toMatchObject({ truncated: false });
  });

  test("what is ignored is left out and said, and can be asked for [#270]", async () => {
    const call = await open({ ".gitignore": "*.log\n", "a.log": "", b: "", "node_modules/x": "" });
    const shown = await call("list", {});
    expect(shown.text).toBe("b\n[Left out: 1 hidden and 2 ignored; include_hidden and include_ignored show them.]");
    expect((await call("list", { include_ignored: true })).text).toBe(
      "a.log\nb\nnode_modules/\n[Left out: 1 hidden; include_hidden shows them.]",
    );
    expect((await call("list_files", {}, "agentkit")).text).toBe(".gitignore\na.log\nb\nnode_modules/");
  });
});

describe("tree", () => {
  const files = { "foo/x": "", "foo/y/z": "", "foo-bar": "", "foo.ts": "" };

  test("a path a line in pre-order, or indented names; the same entries [#248]", async () => {
    const call = await open(files);
    const ai = await call("tree", {});
    expect(ai.text).toBe("foo/\nfoo/x\nfoo/y/\nfoo/y/z\nfoo-bar\nfoo.ts");
    const human = await call("tree", { format: "human" });
    expect(human.text).toBe("foo/\n  x\n  y/\n    z\nfoo-bar\nfoo.ts");
    expect(human.data).toEqual(ai.data);
    expect((await call("tree", { path: "foo", format: "human" })).text).toBe("x\ny/\n  z");
    expect((await call("tree", { path: "foo" })).text).toBe("foo/x\nfoo/y/\nfoo/y/z");
  });

  test("depth bounds the levels, and 0 means all [#249]", async () => {
    const call = await open(files);
    expect((await call("tree", { depth: 1, limit: 3 })).data).toMatchObject({ truncated: false });
    expect((await call("tree", { depth: 1 })).text).toBe("foo/\nfoo-bar\nfoo.ts");
    expect((await call("tree", { depth: 2 })).text).toBe("foo/\nfoo/x\nfoo/y/\nfoo-bar\nfoo.ts");
    expect((await call("tree", { depth: 0 })).text).toBe((await call("tree", {})).text);
  });

  test("exactly the limit, and the call for more gives what was left out [#250]", async () => {
    const call = await open(files);
    const cut = await call("tree", { limit: 4 });
    expect(cut.data["entries"]).toEqual([
      { path: "foo", type: "dir" },
      { path: "foo/x", type: "file" },
      { path: "foo/y", type: "dir" },
      { path: "foo/y/z", type: "file" },
    ]);
    expect(cut.data).toMatchObject({ truncated: true, truncated_by: "limit" });
    const more = await call("tree", cut.meta.next?.arguments ?? {});
    expect(more.data).toMatchObject({ truncated: false });
    expect((more.data["entries"] as unknown[]).slice(0, 4)).toEqual(cut.data["entries"]);
  });

  test("other formats are refused with the two there are [#251]", async () => {
    const call = await open(files);
    for (const profile of ["default", "codemeld"] as const) {
      const refused = await call("tree", { format: "xml" }, profile);
      expect(refused).toMatchObject({ status: "rejected", code: "invalid_arguments" });
      expect(refused.text).toMatch(/ai.*human/);
    }
  });
});

describe("file_count", () => {
  const files = { "a.ts": "", "src/b.ts": "", "src/c.md": "", "src/d/e.ts": "", LICENSE: "", ".env": "", "src/d/.x.ts": "" };

  test("one total of everything below, whatever the limit [#252]", async () => {
    const call = await open(files);
    expect(await call("file_count", { limit: 1 })).toMatchObject({ data: { total: 5, truncated: false }, status: "ok" });
    expect((await call("file_count", {})).text).toBe("total: 5\n[Left out: 2 hidden; include_hidden shows them.]");
    expect((await call("file_count", { path: "src", include_hidden: true })).text).toBe("total: 4");
  });

  test("groups, the largest first, then by key; the rest stands below and adds up [#253]", async () => {
    const call = await open(files);
    const groups = async (group_by: string): Promise<unknown> => (await call("file_count", { group_by })).data["groups"];
    expect(await groups("extension")).toEqual([
      { key: "ts", count: 3 },
      { key: "", count: 1 },
      { key: "md", count: 1 },
    ]);
    expect(await groups("top_directory")).toEqual([
      { key: "src", count: 3 },
      { key: ".", count: 2 },
    ]);
    expect(await groups("parent")).toEqual([
      { key: ".", count: 2 },
      { key: "src", count: 2 },
      { key: "src/d", count: 1 },
    ]);
    expect(await groups("depth")).toEqual([
      { key: "1", count: 2 },
      { key: "2", count: 2 },
      { key: "3", count: 1 },
    ]);
    expect(await groups("stem")).toEqual(["LICENSE", "a", "b", "c", "e"].map((key) => ({ key, count: 1 })));
    const cut = await call("file_count", { group_by: "extension", limit: 1 });
    expect(cut.text.split("\n").slice(0, 3)).toEqual(["total: 5", "ts: 3", "other: 2 (2 groups)"]);
    expect(cut.data).toMatchObject({ total: 5, groups: [{ key: "ts", count: 3 }], other: { groups: 2, count: 2 }, truncated: true });
    expect((await call("file_count", cut.meta.next?.arguments ?? {})).data).toMatchObject({ groups: [{ key: "ts" }, { key: "" }] });
    expect(await groups("size")).toBeUndefined();
  });

  test("below a path, top directories are those below it", async () => {
    const call = await open({ "src/a/x": "", "src/a/b/y": "", "src/z": "" });
    expect((await call("file_count", { path: "src", group_by: "top_directory" })).data).toMatchObject({
      groups: [
        { key: "src/a", count: 2 },
        { key: "src", count: 1 },
      ],
    });
  });

  test("only kinds that are asked for, included and not excluded [#254]", async () => {
    const call = await open({ ...files, "src/d/e.test.ts": "" }, { links: { link: "a.ts" } });
    const total = async (args: object): Promise<unknown> => (await call("file_count", args)).data["total"];
    expect(await total({ kinds: ["directories"] })).toBe(2);
    expect(await total({ kinds: ["symlinks"] })).toBe(1);
    expect(await total({ kinds: ["files", "directories", "symlinks"] })).toBe(9);
    expect(await total({ include_globs: ["*.ts"] })).toBe(4);
    expect(await total({ include_globs: ["*.ts"], exclude_globs: ["*.test.ts"] })).toBe(3);
    expect(await total({ include_globs: ["src/*", "LICENSE"] })).toBe(3);
    expect(await total({ exclude_globs: ["src/d/**"] })).toBe(4);
    expect(await call("file_count", { kinds: ["links"] })).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect(await call("file_count", { include_globs: ["["], path: "nope" })).toMatchObject({ status: "rejected", code: "invalid_glob" });
  });

  test("codemeld calls hidden files dotfiles [#255]", async () => {
    const schema = definitions.codemeld.find(({ name }) => name === "file_count")?.inputSchema as { readonly properties: object };
    expect(Object.keys(schema.properties)).toContain("include_dotfiles");
    expect(Object.keys(schema.properties)).not.toContain("include_hidden");
    const call = await open(files);
    expect((await call("file_count", { include_dotfiles: true }, "codemeld")).data).toMatchObject({ total: 7 });
    expect((await call("file_count", { group_by: "extension", limit: 1 }, "codemeld")).text).toMatch(
      /^codemeld-tool-meta: \{"truncated":true,"truncation_reason":"limit",.*\}\ntotal: 5\nts: 3\nother: 2 /,
    );
  });
});

describe("codemeld's own list", () => {
  test("a faulty pattern is an error of every tool that walks, with its file and line [#264]", async () => {
    const call = await open({ ".codemeld/codemeldignore": "build\n\n[a\n", x: "" });
    const calls = [
      ["list", {}],
      ["tree", {}],
      ["glob", { pattern: "*" }],
      ["grep", { pattern: "x" }],
      ["file_count", {}],
    ] as const;
    for (const [name, args] of calls) {
      const refused = await call(name, args, "codemeld");
      expect(refused).toMatchObject({ status: "rejected", code: "invalid_glob", details: { file: ".codemeld/codemeldignore", line: 3 } });
      expect(refused.text).toContain('Line 3 of ".codemeld/codemeldignore"');
      expect((await call(name, { ...args, include_ignored: true }, "codemeld")).status).toBe("ok");
    }
    expect((await call("list", {})).status).toBe("ok");
  });
});
