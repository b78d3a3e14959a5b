import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, type TestFiles } from "../../test/support/workspace.ts";
import { decorate } from "../volumes/decorate.ts";
import { withFaults } from "../volumes/faults.ts";
import { withLatency } from "../volumes/latency.ts";

const shown = ({ entries }: { readonly entries: readonly { readonly path: string }[] }): string[] => entries.map(({ path }) => path);

/** Everything that the rules leave, hidden entries included. */
const all = { depth: "none", includeHidden: true, limit: "none" } as const;

async function listed(files: TestFiles, options: Parameters<typeof openWorkspace>[1] = {}): Promise<string[]> {
  const { list } = await openWorkspace(files, options);
  return shown(await list(all)).filter((path) => !path.endsWith(".gitignore"));
}

describe("git's rules", () => {
  test("global excludes, then .git/info/exclude, then each .gitignore downwards: the last match wins [#265]", async () => {
    const files = {
      ".git/info/exclude": "b\n!g1\n",
      ".gitignore": "c\n!b2\n",
      "sub/.gitignore": "!c\nd\n",
      g: "",
      g1: "",
      b: "",
      b2: "",
      c: "",
      "sub/b": "",
      "sub/c": "",
      "sub/d": "",
    };
    expect(await listed(files, { ignore: { global: "g*\nb2\n" } })).toEqual(["b2", "g1", "sub", "sub/c"]);
  });

  test("what a line means [#267]", async () => {
    const lines = ["build/", "/top", "a/b", "any", "#comment", "\\#hash", "\\!bang", "blank   ", "kept\\ ", "cr\r", ""].join("\n");
    const kept = ["x/top", "x/a/b", "#comment", "build"];
    const gone = ["x/build/f", "top", "a/b", "x/any", "#hash", "!bang", "blank", "kept ", "cr"];
    const files = { ".gitignore": lines, ...Object.fromEntries([...kept, ...gone].map((path) => [path, ""])) };
    expect(await listed(files)).toEqual(["#comment", "a", "build", "x", "x/a", "x/a/b", "x/top"]);
  });

  test("a nested repository begins anew: only the global excludes go in, and its own rules stay in [#266]", async () => {
    const files = {
      ".gitignore": "outer\n",
      "nested/.git/info/exclude": "excluded\n",
      "nested/.gitignore": "inner\n",
      "nested/deep/outer": "",
      "nested/outer": "",
      "nested/inner": "",
      "nested/excluded": "",
      "nested/world": "",
      "other/inner": "",
      "other/outer": "",
    };
    expect(await listed(files, { ignore: { global: "world\n" } })).toEqual([
      "nested",
      "nested/deep",
      "nested/deep/outer",
      "nested/outer",
      "other",
      "other/inner",
    ]);
  });

  test("rules hold without any repository, and .git is shown to nobody who does not name it [#268] [#269]", async () => {
    const files = { ".gitignore": "*.log\n", "a.log": "", "d/b.log": "", "d/.gitx": "", "e/.git/config": "" };
    expect(await listed(files)).toEqual(["d", "d/.gitx", "e"]);
    const { list } = await openWorkspace(files);
    expect(shown(await list({ ...all, includeIgnored: true }))).toEqual([".gitignore", "a.log", "d", "d/.gitx", "d/b.log", "e"]);
    expect(shown(await list({ path: "e/.git" }))).toEqual(["e/.git/config"]);
  });

  test("a change of the rules holds from the next call on", async () => {
    const { list, write } = await openWorkspace({ ".gitignore": "a\n", a: "", b: "" });
    expect(shown(await list({}))).toEqual(["b"]);
    await write({ path: ".gitignore", content: "b\n" });
    expect(shown(await list({}))).toEqual(["a"]);
  });

  test("a link is no file of rules", async () => {
    const { list } = await openWorkspace({ rules: "a\n", a: "" }, { links: { ".gitignore": "rules" } });
    expect(shown(await list({}))).toEqual(["a", "rules"]);
  });

  test("where contents are elsewhere, they are waited for", async () => {
    const files = { ".gitignore": "a\n", a: "", "d/.gitignore": "b\n", "d/b": "", "d/c": "", "e/a": "" };
    expect(await listed(files, { wrap: (volume) => withLatency(volume, async () => undefined) })).toEqual(["d", "d/c", "e"]);
  });
});

describe("the host's list", () => {
  test("leaves out dependencies where no rule does, and no rule takes that back", async () => {
    const { list } = await openWorkspace({
      ".gitignore": "!node_modules/\n",
      "node_modules/x/y": "",
      "src/node_modules/z": "",
      "src/a": "",
    });
    const whole = await list(all);
    expect(shown(whole)).toEqual([".gitignore", "src", "src/a"]);
    expect(whole.skipped.ignored).toBe(2);
  });

  test("is opened by a path that names it, with its own rules below", async () => {
    const { list } = await openWorkspace({ "node_modules/x/y": "", "node_modules/x/node_modules/z": "" });
    expect(await list({ ...all, path: "node_modules" })).toMatchObject({
      entries: [{ path: "node_modules/x" }, { path: "node_modules/x/y" }],
      skipped: { ignored: 1 },
    });
  });

  test("is the host's to choose", async () => {
    expect(await listed({ "node_modules/x": "", "vendor/y": "" }, { ignore: { host: ["vendor/"] } })).toEqual([
      "node_modules",
      "node_modules/x",
    ]);
  });
});

describe("codemeld's lists", () => {
  const dialect = { ignore: ["codemeld"] } as const;

  test("are matched from the root, without negation and in no order [#262]", async () => {
    const files = { build: "", "x/build": "", "x/deep/gone": "", "!x": "", kept: "" };
    for (const lines of ["build\n**/gone\n!x\n", "!x\n**/gone\nbuild\n"]) {
      const { list } = await openWorkspace({ ...files, ".codemeld/codemeldignore": lines });
      expect(shown(await list({ depth: "none", dialect }))).toEqual(["kept", "x", "x/build", "x/deep"]);
    }
  });

  test("the project's and the user's are one; either may be missing, and both may be empty [#263]", async () => {
    const own = { ".codemeld/codemeldignore": "a\n" };
    const global = { "home/.codemeld/global/codemeldignore": "b\n" };
    const files = { a: "", b: "", c: "", "home/x": "", ".gitignore": "c\n" };
    const remaining = async (lists: TestFiles, home?: string): Promise<string[]> => {
      const { list } = await openWorkspace({ ...files, ...lists }, home === undefined ? {} : { home });
      return shown(await list({ dialect }));
    };
    expect(await remaining({ ...own, ...global }, "/workspace/home")).toEqual(["c", "home"]);
    expect(await remaining({ ...own, ...global })).toEqual(["b", "c", "home"]);
    expect(await remaining(global, "/workspace/home")).toEqual(["a", "c", "home"]);
    expect(await remaining({})).toEqual(["a", "b", "c", "home"]);
    expect(await remaining({ ".codemeld/codemeldignore": "# none\n\n" })).toEqual(["a", "b", "c", "home"]);
  });
});

describe("several sets of rules", () => {
  test("are asked in order, and what one leaves out is not looked into [#259]", async () => {
    const entered: number[] = [];
    const files = { "out/.gitignore": "!x\n", "out/x": "", "in/y": "" };
    const { list, volume } = await openWorkspace(files, {
      ignore: { host: ["out/"] },
      wrap: (memory) =>
        decorate(memory, {
          children(directory) {
            entered.push(directory.id);
            return memory.children(directory);
          },
        }),
    });
    const { entries, skipped } = await list(all);
    expect([shown({ entries }), skipped.ignored]).toEqual([["in", "in/y"], 1]);
    expect(entered).not.toContain(volume.entry("/workspace/out")?.id);
    expect(entered).toContain(volume.entry("/workspace/in")?.id);
  });

  test("none is asked where ignored entries are wanted; where there is none that is all the same [#260]", async () => {
    const read: string[] = [];
    const { list } = await openWorkspace(
      { ".gitignore": "a\n", a: "", "node_modules/b": "", ".git/c": "" },
      { wrap: (memory) => decorate(memory, { read: (file, start, end) => (read.push(file.version), memory.read(file, start, end)) }) },
    );
    const whole = await list({ ...all, includeIgnored: true });
    expect(shown(whole)).toEqual([".gitignore", "a", "node_modules", "node_modules/b"]);
    expect([whole.skipped.ignored, read]).toEqual([1, []]);
    expect(await list({ ...all, includeIgnored: true, dialect: { ignore: [] } })).toEqual(await list({ ...all, dialect: { ignore: [] } }));
  });

  test("below a path the rules of what is above it hold, from the root [#261]", async () => {
    const files = {
      ".gitignore": "/src/gen\n*.log\n",
      "src/.gitignore": "/tmp\n",
      "src/gen/x": "",
      "src/lib/a.log": "",
      "src/lib/b": "",
      "src/lib/tmp": "",
      "src/tmp": "",
    };
    const { list, glob, grep, count } = await openWorkspace(files);
    expect(shown(await list({ ...all, path: "src" }))).toEqual(["src/.gitignore", "src/lib", "src/lib/b", "src/lib/tmp"]);
    expect(shown(await list({ ...all, path: "src/lib" }))).toEqual(["src/lib/b", "src/lib/tmp"]);
    expect(shown(await list({ ...all, path: "src/gen" }))).toEqual(["src/gen/x"]);
    expect(shown(await glob({ pattern: "**", path: "src/lib" }))).toEqual(["src/lib/b", "src/lib/tmp"]);
    expect(await grep({ pattern: "", path: "src/lib" })).toMatchObject({ filesSearched: 2, skipped: { ignored: 1 } });
    expect(await count({ path: "src/lib" })).toMatchObject({ total: 2, skipped: { ignored: 1 } });
    const codemeld = await openWorkspace({ ".codemeld/codemeldignore": "src/gen\n", "src/gen": "", gen: "" });
    expect(shown(await codemeld.list({ path: "src", dialect: { ignore: ["codemeld"] } }))).toEqual([]);
  });
});

describe("what is left out", () => {
  test("hidden counts before ignored, a directory once, and only what could have been in the answer", async () => {
    const files = { ".gitignore": ".env\nout/\n*.md\n", ".env": "", "out/a.ts": "", "out/b/c.ts": "", "d/x.md": "", "d/y.ts": "" };
    const { list, glob } = await openWorkspace(files);
    expect((await list({ depth: "none" })).skipped).toMatchObject({ hidden: 2, ignored: 2 });
    expect((await list({})).skipped).toMatchObject({ hidden: 2, ignored: 1 });
    expect((await glob({ pattern: "**/*.ts" })).skipped).toMatchObject({ hidden: 0, ignored: 1 });
    expect((await glob({ pattern: "d/*" })).skipped).toMatchObject({ hidden: 0, ignored: 1 });
    expect((await glob({ pattern: "d/*.ts" })).skipped).toMatchObject({ hidden: 0, ignored: 0 });
  });

  test("rules that cannot be read are counted, or end the call", async () => {
    const wrap = (volume: Parameters<typeof withFaults>[0]) => withFaults(volume, { unreadable: ["/workspace/d/.gitignore"] });
    const { list } = await openWorkspace({ "d/.gitignore": "x\n", "d/x": "" }, { wrap });
    expect(await list({ depth: "none" })).toMatchObject({ entries: [{ path: "d" }, { path: "d/x" }], skipped: { read_error: 1 } });
    expect(await refusal(list({ depth: "none", dialect: { unreadable: "abort" } }))).toMatchObject({ code: "io_error" });
  });
});
