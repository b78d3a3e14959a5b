import { describe, expect, test } from "vitest";
import { openWorkspace, refusal } from "../../test/support/workspace.ts";
import { fail } from "../core/errors.ts";
import { profiles } from "../tools/profiles.ts";
import { decorate } from "../volumes/decorate.ts";
import { createTools } from "../tools/index.ts";
import { withFaults } from "../volumes/faults.ts";
import type { Progress } from "../ports/call.ts";
import type { WatchEvent } from "../ports/watcher.ts";
import { waitingEvents } from "./delivery.ts";

const paths = (entries: readonly { readonly path: string }[]): string[] => entries.map(({ path }) => path);

describe("list", () => {
  const files = { "foo/x": "", "foo/.hidden/y": "", "foo-bar": "", "foo.ts": "", ".env": "", ".git/config": "", empty: null };

  test("one level, in UTF-8 order of names, hidden entries counted [#244] [#270] [#330]", async () => {
    const { list } = await openWorkspace({ ...files, "～.txt": "", "😀.txt": "" }, { links: { link: "foo.ts" } });
    const { entries, skipped, truncated } = await list({});
    expect(entries).toEqual([
      { path: "empty", kind: "directory" },
      { path: "foo", kind: "directory" },
      { path: "foo-bar", kind: "file" },
      { path: "foo.ts", kind: "file" },
      { path: "link", kind: "symlink", target: "foo.ts", leadsTo: "file" },
      { path: "～.txt", kind: "file" },
      { path: "😀.txt", kind: "file" },
    ]);
    expect(skipped).toEqual({ hidden: 2, ignored: 0, binary: 0, too_large: 0, read_error: 0, protected: 0 });
    expect(truncated).toBe(false);
  });

  test("every level in pre-order, links never entered, .git never shown [#42] [#256] [#268]", async () => {
    const { list } = await openWorkspace(files, { links: { loop: "." } });
    const whole = await list({ depth: "none", includeHidden: true });
    expect(paths(whole.entries)).toEqual([".env", "empty", "foo", "foo/.hidden", "foo/.hidden/y", "foo/x", "foo-bar", "foo.ts", "loop"]);
    expect(whole.skipped.ignored).toBe(1);
    expect(await list({ depth: "none", includeHidden: true })).toEqual(whole);
  });

  test("hidden directories are not entered, and count once [#257]", async () => {
    const { list } = await openWorkspace({ ".h/a": "", ".h/b": "", "v/.c": "" });
    const { entries, skipped } = await list({ depth: "none" });
    expect(paths(entries)).toEqual(["v"]);
    expect(skipped.hidden).toBe(2);
  });

  test("exactly the limit, and truncated only when there is more [#250] [#258]", async () => {
    const { list } = await openWorkspace({ a: "", b: "", c: "" });
    expect(await list({ limit: 2 })).toMatchObject({ entries: [{ path: "a" }, { path: "b" }], truncated: true, truncatedBy: "limit" });
    expect((await list({ limit: 3 })).truncated).toBe(false);
  });

  test("a truncated answer is the beginning of the whole one, whatever the limit", async () => {
    const { list } = await openWorkspace({ ...files, "foo/a/b": "", "z/y/x": "" });
    const whole = paths((await list({ depth: "none" })).entries);
    for (let limit = 1; limit <= whole.length; limit++)
      expect(await list({ depth: "none", limit }).then(({ entries, truncated }) => [paths(entries), truncated])).toEqual([
        whole.slice(0, limit),
        limit < whole.length,
      ]);
  });

  test("a directory that cannot be read is counted; in codemeld it ends the walk, as a root that is none does [#271]", async () => {
    const { list, glob, count, volume } = await openWorkspace(
      { "a/x": "", "b/y": "" },
      {
        wrap: (memory) =>
          decorate(memory, {
            children(directory) {
              if (directory.id === memory.entry("/workspace/a")?.id) throw fail("io_error", { operation: "list", reason: "gone" });
              return memory.children(directory);
            },
          }),
      },
    );
    expect(volume.entry("/workspace/a")?.kind).toBe("directory");
    expect(await list({ depth: "none" })).toMatchObject({
      entries: [{ path: "a" }, { path: "b" }, { path: "b/y" }],
      skipped: { read_error: 1 },
    });
    const { dialect } = profiles.codemeld;
    const walks = [list({ depth: "none", dialect }), glob({ pattern: "**", dialect }), count({ dialect })];
    for (const walk of walks) expect(await refusal(walk)).toMatchObject({ code: "io_error", details: { path: "a" } });
    expect(await refusal(list({ path: "a" }))).toMatchObject({ code: "io_error" });
    for (const walk of [list({ path: "b/y", dialect }), glob({ pattern: "*", path: "b/y", dialect }), count({ path: "b/y", dialect })])
      expect(await refusal(walk)).toMatchObject({ code: "not_a_directory" });
  });

  test("deeper entries never consume the limit [#249]", async () => {
    const { list } = await openWorkspace({ "a/1": "", "a/2": "", b: "" });
    expect(await list({ depth: 1, limit: 2 })).toMatchObject({ entries: [{ path: "a" }, { path: "b" }], truncated: false });
  });

  test("a hidden directory named by the path is listed; a file or nothing is not", async () => {
    const { list } = await openWorkspace(files);
    expect(paths((await list({ path: ".git" })).entries)).toEqual([".git/config"]);
    expect(await refusal(list({ path: "foo.ts" }))).toMatchObject({ code: "not_a_directory" });
    expect(await refusal(list({ path: "nope" }))).toMatchObject({ code: "not_found" });
    expect((await list({ path: "" })).path).toBe("");
  });
});

describe("bytes", () => {
  const files = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`${"d".repeat(95)}/${String(index).padStart(3, "0")}`, "x\n"]),
  );

  test("no answer holds more than 50 KiB of paths, whatever its limit", async () => {
    const { list, glob, grep } = await openWorkspace(files);
    // Each path is 99 bytes and one more.
    const fitting = 512;
    const all = { limit: 5_000 };
    const cut = { truncated: true, truncatedBy: "bytes" };
    expect(await glob({ pattern: "**", ...all })).toMatchObject({ entries: { length: fitting }, ...cut });
    expect(await list({ depth: "none", ...all })).toMatchObject({ entries: { length: fitting }, ...cut }); // the directory itself is 96
    expect(await grep({ pattern: "x", output: "files", ...all })).toMatchObject({
      files: { length: fitting },
      ...cut,
      filesSearched: 1_000,
    });
    expect(await grep({ pattern: "x", output: "count", ...all })).toMatchObject({ counts: { length: Math.floor(51_200 / 107) }, ...cut });
    expect(await grep({ pattern: "x", ...all })).toMatchObject({ lines: { length: Math.floor(51_200 / 108) }, ...cut });
    expect((await glob({ pattern: "**", limit: "none", maxBytes: "none" })).entries).toHaveLength(1_000);
  });

  test("the tools say that it was the bytes", async () => {
    const tools = createTools(await openWorkspace(files));
    const calls = [
      ["glob", { pattern: "**", limit: 5_000 }],
      ["tree", { limit: 5_000 }],
      ["list", { path: "d".repeat(95), limit: 5_000 }],
      ["grep", { pattern: "x", limit: 5_000 }],
    ] as const;
    for (const [tool, args] of calls) {
      const { text } = await tools.call(tool, args);
      expect(text).toMatch(/\[Only the first \d+ \w+( \w+)? are shown: one answer holds 51200 bytes\. Use /);
      expect(new TextEncoder().encode(text).length).toBeLessThan(60_000);
    }
  });

  test("an order of its own keeps the smallest that fit", async () => {
    const { glob } = await openWorkspace({ "a/x": "", "a-b": "", b: "" });
    const found = await glob({ pattern: "**", maxBytes: 8, dialect: { order: "path" } });
    expect(found).toMatchObject({ entries: [{ path: "a-b" }, { path: "a/x" }], truncatedBy: "bytes" });
  });
});

describe("glob", () => {
  const files = { "foo/x.ts": "", "foo-bar/y.ts": "", "foo.ts": "", ".github/ci.yml": "", ".env": "", ".git/HEAD": "" };

  test("files only, root-relative, in walk order [#193] [#203] [#204]", async () => {
    const { glob } = await openWorkspace(files);
    expect(paths((await glob({ pattern: "**/*.ts" })).entries)).toEqual(["foo/x.ts", "foo-bar/y.ts", "foo.ts"]);
    expect(paths((await glob({ pattern: "*.ts", path: "foo" })).entries)).toEqual(["foo/x.ts"]);
    expect(paths((await glob({ pattern: "*.ts" })).entries)).toEqual(["foo.ts"]);
  });

  test("alternatives and any number of directories [#194]", async () => {
    const { glob } = await openWorkspace({
      "src/alpha/main.go": "",
      "src/alpha/a/b/main.go": "",
      "src/beta/x/main.go": "",
      "src/beta/x/other.go": "",
      "src/gamma/main.go": "",
      "src/main.go": "",
    });
    expect(paths((await glob({ pattern: "src/{alpha,beta}/**/main.go" })).entries)).toEqual([
      "src/alpha/a/b/main.go",
      "src/alpha/main.go",
      "src/beta/x/main.go",
    ]);
  });

  test("case counts unless it is to be ignored [#196]", async () => {
    const { glob } = await openWorkspace({ "README.md": "", "readme.txt": "", "Docs/ReadMe.TXT": "" });
    expect(paths((await glob({ pattern: "**/readme.*" })).entries)).toEqual(["readme.txt"]);
    expect(paths((await glob({ pattern: "**/readme.*", ignoreCase: true })).entries)).toEqual([
      "Docs/ReadMe.TXT",
      "README.md",
      "readme.txt",
    ]);
  });

  test("a pattern that is a path finds it, under the rules that hold for all, and says so", async () => {
    const { glob } = await openWorkspace({ "app/[id]/page.tsx": "", "app/i/page.tsx": "", "out/[x]/a": "", ".gitignore": "out/\n" });
    expect(await glob({ pattern: "app/[id]/page.tsx" })).toMatchObject({
      entries: [{ path: "app/[id]/page.tsx" }, { path: "app/i/page.tsx" }],
      notes: [{ note: "literal_match", path: "app/[id]/page.tsx" }],
    });
    expect(await glob({ pattern: "app/[id]/page.tsx", limit: 1 })).toMatchObject({
      entries: [{ path: "app/[id]/page.tsx" }],
      truncated: true,
    });
    expect(await glob({ pattern: "app/[id]", type: "dir" })).toMatchObject({ entries: [{ path: "app/[id]" }, { path: "app/i" }] });
    const ignored = await glob({ pattern: "out/[x]/a" });
    expect(ignored).toMatchObject({ entries: [], skipped: { ignored: 1 } });
    expect(ignored).not.toHaveProperty("notes");
    expect(await glob({ pattern: "app/*/page.tsx" })).not.toHaveProperty("notes");
  });

  test("says when only deeper entries have the name", async () => {
    const { glob } = await openWorkspace({ "a/x.go": "", "b.ts": "", ".h/y.py": "" });
    expect(await glob({ pattern: "*.go" })).toMatchObject({ entries: [], deeper: true });
    expect(await glob({ pattern: "*.ts" })).not.toHaveProperty("deeper");
    expect(await glob({ pattern: "*.py" })).not.toHaveProperty("deeper");
    expect(await glob({ pattern: "b/*.go" })).not.toHaveProperty("deeper");
    expect(await glob({ pattern: "*.go", dialect: { slashless: "any-depth" } })).toMatchObject({ entries: [{ path: "a/x.go" }] });
  });

  test("a literal dot finds what is hidden at that place, and only .git stays shut", async () => {
    const { glob } = await openWorkspace(files);
    expect(paths((await glob({ pattern: ".github/*.yml" })).entries)).toEqual([".github/ci.yml"]);
    expect(await glob({ pattern: ".git/*" })).toMatchObject({ entries: [], skipped: { ignored: 1 } });
    expect(paths((await glob({ pattern: "*", path: ".git" })).entries)).toEqual([".git/HEAD"]);
    expect(await glob({ pattern: "*.yml" })).toMatchObject({ entries: [], skipped: { hidden: 0 } });
    expect(await glob({ pattern: "**/*.yml" })).toMatchObject({ entries: [], skipped: { hidden: 2 } });
  });

  test("directories or anything, links only when they lead to a file", async () => {
    const { glob } = await openWorkspace({ "d/f": "" }, { links: { file: "d/f", directory: "d", dangling: "no", out: "/outside" } });
    expect(paths((await glob({ pattern: "**", type: "dir" })).entries)).toEqual(["d"]);
    expect(paths((await glob({ pattern: "**" })).entries)).toEqual(["d/f", "file"]);
    expect(paths((await glob({ pattern: "*", type: "any" })).entries)).toEqual(["d", "dangling", "directory", "file", "out"]);
  });

  test("a thousand dangling links cost one look each", async () => {
    const links = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`link-${index}`, "nope/linked-target"]));
    const calls = { refresh: 0, entry: 0, children: 0 };
    const { glob } = await openWorkspace(
      {},
      {
        links,
        wrap: (volume) => ({
          ...volume,
          refresh: (path) => (calls.refresh++, volume.refresh(path)),
          entry: (path) => (calls.entry++, volume.entry(path)),
          children: (directory) => (calls.children++, volume.children(directory)),
        }),
      },
    );
    Object.assign(calls, { refresh: 0, entry: 0, children: 0 });
    expect((await glob({ pattern: "**" })).entries).toEqual([]);
    expect(calls.refresh).toBe(1);
    expect(calls.children).toBeLessThanOrEqual(2);
    expect(calls.entry).toBeLessThan(10 * 1_000);
  });

  test("patterns stay below the path and are checked before the tree is looked at [#198] [#205]", async () => {
    const { glob } = await openWorkspace(files);
    for (const pattern of ["/foo/*", "../*", "foo/../*"])
      expect(await refusal(glob({ pattern }))).toMatchObject({ code: "path_not_allowed" });
    expect(await refusal(glob({ pattern: "" }))).toMatchObject({ code: "invalid_arguments" });
    expect(await refusal(glob({ pattern: "src/[ab", path: "nope" }))).toMatchObject({ code: "invalid_glob", details: { offset: 4 } });
    expect(await refusal(glob({ pattern: "*", path: "foo.ts" }))).toMatchObject({ code: "not_a_directory", details: { path: "foo.ts" } });
    const linked = await openWorkspace({ "a.txt": "" }, { links: { link: "a.txt" } });
    expect(await refusal(linked.glob({ pattern: "*", path: "link" }))).toMatchObject({ details: { path: "link" } });
    expect(await refusal(linked.list({ path: "link" }))).toMatchObject({ details: { path: "link" } });
  });

  test("what dialects make of patterns", async () => {
    const { glob } = await openWorkspace({ "a/README.md": "", "readme.txt": "" });
    expect(paths((await glob({ pattern: "*.md", dialect: { slashless: "any-depth" } })).entries)).toEqual(["a/README.md"]);
    expect((await glob({ pattern: "[", dialect: { malformed: "no-match" } })).entries).toEqual([]);
    const smart = { globCase: "smart" } as const;
    expect(paths((await glob({ pattern: "**/readme*", dialect: smart })).entries)).toEqual(["a/README.md", "readme.txt"]);
    expect(paths((await glob({ pattern: "**/README*", dialect: smart })).entries)).toEqual(["a/README.md"]);
    const byPath = await openWorkspace(files);
    expect(paths((await byPath.glob({ pattern: "**/*.ts", limit: 2, dialect: { order: "path" } })).entries)).toEqual([
      "foo-bar/y.ts",
      "foo.ts",
    ]);
  });
});

describe("grep", () => {
  const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join("");

  test("rows by path, then line; context merges, and the match wins [#209] [#212]", async () => {
    const { grep } = await openWorkspace({ "b/a.txt": lines("1", "x", "3", "x", "5", "6"), "b.txt": "x" });
    expect(await grep({ pattern: "x", context: 1 })).toMatchObject({
      output: "content",
      lines: [
        { path: "b/a.txt", line: 1, text: "1", kind: "context" },
        { path: "b/a.txt", line: 2, text: "x", kind: "match" },
        { path: "b/a.txt", line: 3, text: "3", kind: "context" },
        { path: "b/a.txt", line: 4, text: "x", kind: "match" },
        { path: "b/a.txt", line: 5, text: "5", kind: "context" },
        { path: "b.txt", line: 1, text: "x", kind: "match" },
      ],
      filesSearched: 2,
    });
  });

  test("files once each, counts of lines without zeros [#210] [#211]", async () => {
    const { grep } = await openWorkspace({ "a.txt": lines("x x", "y", "x"), "b.txt": lines("y") });
    expect(await grep({ pattern: "x", output: "files" })).toMatchObject({ files: ["a.txt"] });
    expect(await grep({ pattern: "x", output: "count" })).toMatchObject({ counts: [{ path: "a.txt", count: 2 }] });
  });

  test("the sides win over context; more than 20 lines or fewer than none are refused [#213] [#214]", async () => {
    const { grep } = await openWorkspace({ "a.txt": lines("1", "2", "3", "x", "5", "6", "7") });
    const found = await grep({ pattern: "x", context: 2, before: 3 });
    expect(found.output === "content" && found.lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await refusal(grep({ pattern: "x", before: 21 }))).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ at: "before", limit: 20 }] },
    });
    expect(await refusal(grep({ pattern: "x", context: -1 }))).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ at: "context", limit: 0 }] },
    });
  });

  test("a pattern, filter or type that is wrong is an error whatever is selected [#222]", async () => {
    const { grep } = await openWorkspace({ "a.txt": "x\n" });
    expect(await refusal(grep({ pattern: "(", glob: "*.none" }))).toMatchObject({ code: "invalid_pattern" });
    expect(await refusal(grep({ pattern: "x", glob: "[" }))).toMatchObject({ code: "invalid_glob" });
    expect(await refusal(grep({ pattern: "x", fileType: "golang" }))).toMatchObject({
      code: "unknown_file_type",
      details: { nearest: expect.arrayContaining(["go"]) as string[] },
    });
    expect(await refusal(grep({ pattern: "x", path: "nope" }))).toMatchObject({ code: "not_found" });
  });

  test("the limit counts matches, keeps their context, and every selected file is counted [#236] [#238]", async () => {
    const { grep } = await openWorkspace({ "a.txt": lines("x", "y", "x", "y", "x"), "b.txt": "x", "c.md": "x" });
    const found = await grep({ pattern: "x", limit: 2, after: 1, glob: "*.txt" });
    expect(found).toMatchObject({
      lines: [{ line: 1 }, { line: 2, kind: "context" }, { line: 3 }, { line: 4, kind: "context" }],
      truncated: true,
      truncatedBy: "limit",
      filesSearched: 2,
    });
    expect((await grep({ pattern: "x", limit: 5 })).truncated).toBe(false);
  });

  test("over the bytes whole matches are left out, never the lines that lead up to nothing", async () => {
    const { grep } = await openWorkspace({ "a.txt": lines("before", "x12", "before", "x45") });
    // The path is 5 bytes, and each line its text and 8 for its number: 30 for the first two, 25 more for the others.
    const found = await grep({ pattern: "x", before: 1, maxBytes: 54 });
    expect(found).toMatchObject({ lines: [{ line: 1 }, { line: 2 }], truncated: true, truncatedBy: "bytes" });
    expect(await grep({ pattern: "x", before: 1, maxBytes: 55 })).toMatchObject({ truncated: false });
  });

  test("binary, large and unreadable files are counted, never silent [#241]", async () => {
    const { grep } = await openWorkspace(
      { "a.bin": "hit\0\n", "b.txt": "hit\n", "c.txt": "hit\n", "big.txt": `hit${"x".repeat(100)}` },
      { wrap: (volume) => withFaults(volume, { unreadable: ["/workspace/c.txt"] }) },
    );
    expect(await grep({ pattern: "hit", output: "files", dialect: { maxFileBytes: 50 } })).toMatchObject({
      files: ["b.txt"],
      skipped: { hidden: 0, ignored: 0, binary: 1, too_large: 1, read_error: 1, protected: 0 },
      filesSearched: 4,
    });
    expect(await refusal(grep({ pattern: "hit", dialect: { unreadable: "abort" } }))).toMatchObject({
      code: "io_error",
      details: { path: "c.txt" },
    });
  });

  test("a file named by the path is searched, hidden or not", async () => {
    const { grep } = await openWorkspace({ ".env": "A=1\n" });
    expect(await grep({ pattern: "A", path: ".env" })).toMatchObject({ lines: [{ path: ".env", line: 1 }], filesSearched: 1 });
  });

  test("long lines are clipped around the match, and say so", async () => {
    const { grep } = await openWorkspace({ "min.js": `${"var a=1;".repeat(1_000)}stats${"b();".repeat(1_000)}\n` });
    const found = await grep({ pattern: "stats" });
    const [line] = found.output === "content" ? found.lines : [];
    expect(line?.clipped).toBe(true);
    expect(line?.text).toContain("stats");
    expect([...(line?.text ?? "")].length).toBeLessThanOrEqual(502);
  });

  test("a long search reports its progress, gives way and can be aborted", async () => {
    const files = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`${index}.txt`, "x\n".repeat(524_288)]));
    const { grep } = await openWorkspace(files);
    const progress: Progress[] = [];
    await grep({ pattern: "absent" }, { onProgress: (step) => void progress.push(step) });
    // 24 MiB in steps of 4 MiB: every fourth file.
    expect(progress.map(({ done }) => done)).toEqual([4, 8, 12, 16, 20, 24]);
    const controller = new AbortController();
    let files2 = 0;
    const call = grep(
      { pattern: "absent" },
      {
        signal: controller.signal,
        onProgress: ({ done }) => {
          files2 = done;
          controller.abort();
        },
      },
    );
    expect(await refusal(call)).toMatchObject({ code: "aborted", status: "rejected" });
    expect(files2).toBe(4);
  });
});

describe("watch", () => {
  test("delivers batches in order, with who made them", async () => {
    const { watch, write, move, remove, makeDirectory } = await openWorkspace({ "a.txt": "1" });
    const events: WatchEvent[] = [];
    const stop = watch({}, (event) => void events.push(event));
    await makeDirectory({ path: "d" });
    await write({ path: "d/b.txt", content: "x" });
    await write({ path: "d/b.txt", content: "y" });
    await move({ source: "a.txt", destination: "d/a.txt" });
    await remove({ path: "d/b.txt" });
    stop();
    await write({ path: "unseen", content: "" });
    expect(events.map((event) => event.type === "batch" && event.changes.map(({ op, path }) => `${op} ${path}`))).toEqual([
      ["mkdir d"],
      ["create d/b.txt"],
      ["modify d/b.txt"],
      ["move d/a.txt"],
      ["delete d/b.txt"],
    ]);
    const sequences = events.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  test("shows what filters let through; a move across their border appears or disappears", async () => {
    const { watch, write, move } = await openWorkspace({ "src/a.ts": "1" });
    const events: WatchEvent[] = [];
    watch({ include: ["src/**"], exclude: ["*.log", (path) => path.endsWith(".tmp")] }, (event) => void events.push(event));
    await write({ path: "src/b.log", content: "" });
    await write({ path: "src/c.tmp", content: "" });
    await write({ path: "other.ts", content: "" });
    await move({ source: "src/a.ts", destination: "a.ts" });
    await move({ source: "other.ts", destination: "src/other.ts" });
    expect(events.flatMap((event) => (event.type === "batch" ? event.changes.map(({ op, path }) => `${op} ${path}`) : []))).toEqual([
      "delete src/a.ts",
      "create src/other.ts",
    ]);
    expect(() => watch({ include: ["["] }, () => undefined)).toThrowError(/invalid_glob/);
  });

  test("a listener that falls behind gets one reset, then goes on", async () => {
    const { watch, write } = await openWorkspace({});
    const events: WatchEvent[] = [];
    let release = (): void => undefined;
    const first = new Promise<void>((resolve) => (release = resolve));
    watch({}, async (event) => {
      events.push(event);
      if (events.length === 1) await first;
    });
    // One is being handled, the bound waits, one more is too much.
    for (let index = 0; index < waitingEvents + 2; index++) await write({ path: "a", content: String(index) });
    release();
    await first;
    await new Promise<void>((resolve) => {
      watch({ include: ["last"] }, () => resolve());
      void write({ path: "last", content: "" });
    });
    expect(events.map(({ type }) => type)).toEqual(["batch", "reset", "batch"]);
    const [begun, reset, last] = events;
    expect(reset?.sequence).toBe((begun?.sequence ?? 0) + waitingEvents + 1);
    expect(last?.sequence).toBe((reset?.sequence ?? 0) + 1);
  });
});
