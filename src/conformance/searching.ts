import { checkEqual, checkFails } from "./check.ts";
import { nothingSkipped, portCase, type PortFixture, type PortSubject } from "./port-fixture.ts";
import type { Case } from "./suite.ts";

const project = {
  ".env": "KEY=1\n",
  ".gitignore": "dist/\n",
  "README.md": "# Title\n",
  "dist/out.js": "const name = 1;\n",
  "node_modules/x/index.js": "const name = 1;\n",
  "src/a.ts": "const name = 1;\nconst other = 2;\n",
  "src/deep/b.ts": "name\nname\n",
  "src/picture.bin": new Uint8Array([0, 110, 97, 109, 101]),
};

const seeded = (name: string, body: (fixture: PortFixture) => Promise<void>): Case<PortSubject> =>
  portCase(name, async (fixture) => {
    await fixture.seed(project);
    await body(fixture);
  });

/** `ports/globber.ts` */
export const globberCases: readonly Case<PortSubject>[] = [
  seeded("files at any depth, in component order", async ({ glob }) => {
    const { entries, truncated, skipped } = await glob({ pattern: "**/*.ts" });
    checkEqual(
      entries.map(({ path }) => path),
      ["src/a.ts", "src/deep/b.ts"],
      "paths",
    );
    checkEqual(truncated, false, "truncated");
    checkEqual(skipped, { ...nothingSkipped, ignored: 2 }, "skipped");
  }),
  seeded("what is hidden or ignored is counted, and shown when asked for", async ({ glob }) => {
    const shown = await glob({ pattern: "*", includeHidden: true, type: "any" });
    checkEqual(
      shown.entries.map(({ path }) => path),
      [".env", ".gitignore", "README.md", "src"],
      "with what is hidden",
    );
    checkEqual(shown.skipped.ignored, 2, "ignored");
    const all = await glob({ pattern: "**/*.js", includeIgnored: true });
    checkEqual(
      all.entries.map(({ path }) => path),
      ["dist/out.js", "node_modules/x/index.js"],
      "with what is ignored",
    );
  }),
  seeded("an explicit path is entered whatever ignores it", async ({ glob }) => {
    checkEqual(
      (await glob({ pattern: "*.js", path: "dist" })).entries.map(({ path }) => path),
      ["dist/out.js"],
      "paths",
    );
  }),
  seeded("a limit cuts after so many, and says so", async ({ glob }) => {
    const { entries, truncated, truncatedBy } = await glob({ pattern: "**", limit: 2 });
    checkEqual(
      entries.map(({ path }) => path),
      ["README.md", "src/a.ts"],
      "paths",
    );
    checkEqual({ truncated, truncatedBy }, { truncated: true, truncatedBy: "limit" }, "truncation");
  }),
  seeded("directories, or everything, when that is asked for", async ({ glob }) => {
    checkEqual(
      (await glob({ pattern: "**", type: "dir" })).entries.map(({ path }) => path),
      ["src", "src/deep"],
      "directories",
    );
  }),
  seeded("what is no pattern, or leads outside, is refused", async ({ glob }) => {
    await checkFails(() => glob({ pattern: "[a" }), "invalid_glob");
    await checkFails(() => glob({ pattern: "../*" }), "path_not_allowed");
    await checkFails(() => glob({ pattern: "*", path: "missing" }), "not_found");
    await checkFails(() => glob({ pattern: "*", path: "README.md" }), "not_a_directory");
  }),
];

/** `ports/grepper.ts` */
export const grepperCases: readonly Case<PortSubject>[] = [
  seeded("matching lines, with what was left out", async ({ grep }) => {
    const response = await grep({ pattern: "\\bname\\b" });
    checkEqual(
      response.output === "content" && response.lines.map(({ path, line, text, kind }) => ({ path, line, text, kind })),
      [
        { path: "src/a.ts", line: 1, text: "const name = 1;", kind: "match" },
        { path: "src/deep/b.ts", line: 1, text: "name", kind: "match" },
        { path: "src/deep/b.ts", line: 2, text: "name", kind: "match" },
      ],
      "lines",
    );
    checkEqual(response.skipped, { ...nothingSkipped, hidden: 2, ignored: 2, binary: 1 }, "skipped");
    checkEqual(response.filesSearched, 4, "files searched");
  }),
  seeded("lines around a match, each once", async ({ grep }) => {
    const response = await grep({ pattern: "other", before: 1 });
    checkEqual(
      response.output === "content" && response.lines.map(({ line, kind }) => ({ line, kind })),
      [
        { line: 1, kind: "context" },
        { line: 2, kind: "match" },
      ],
      "lines",
    );
  }),
  seeded("files and counts", async ({ grep }) => {
    const files = await grep({ pattern: "name", output: "files" });
    checkEqual(files.output === "files" && files.files, ["src/a.ts", "src/deep/b.ts"], "files");
    const counts = await grep({ pattern: "name", output: "count" });
    checkEqual(
      counts.output === "count" && counts.counts,
      [
        { path: "src/a.ts", count: 1 },
        { path: "src/deep/b.ts", count: 2 },
      ],
      "counts",
    );
  }),
  seeded("case, literal text, words, a glob and a type narrow it", async ({ grep }) => {
    const found = async (request: object): Promise<unknown> => {
      const response = await grep({ pattern: "NAME", output: "files", ...request });
      return response.output === "files" && response.files;
    };
    checkEqual(await found({}), [], "sensitive");
    checkEqual(await found({ case: "insensitive" }), ["src/a.ts", "src/deep/b.ts"], "insensitive");
    checkEqual(await found({ pattern: "name = 1;", fixed: true }), ["src/a.ts"], "fixed");
    checkEqual(await found({ pattern: "nam", word: true }), [], "word");
    checkEqual(await found({ pattern: "name", glob: "src/deep/**" }), ["src/deep/b.ts"], "glob");
    checkEqual(await found({ pattern: "Title", fileType: "markdown" }), ["README.md"], "type");
  }),
  seeded("a match may cross lines when asked for", async ({ grep }) => {
    const response = await grep({ pattern: "name\\nname", multiline: true });
    checkEqual(
      response.output === "content" && response.lines.map(({ path, line }) => `${path}:${line}`),
      ["src/deep/b.ts:1", "src/deep/b.ts:2"],
      "lines",
    );
  }),
  seeded("a limit counts matching lines, and is told", async ({ grep }) => {
    const response = await grep({ pattern: "name", limit: 2 });
    checkEqual(response.output === "content" && response.lines.length, 2, "lines");
    checkEqual(
      { truncated: response.truncated, truncatedBy: response.truncatedBy },
      { truncated: true, truncatedBy: "limit" },
      "truncation",
    );
  }),
  seeded("what cannot be searched for is refused", async ({ grep }) => {
    await checkFails(() => grep({ pattern: "(" }), "invalid_pattern");
    await checkFails(() => grep({ pattern: "(?=x)" }), "invalid_pattern");
    await checkFails(() => grep({ pattern: "x", fileType: "nonsense" }), "unknown_file_type");
    await checkFails(() => grep({ pattern: "x", glob: "[" }), "invalid_glob");
    await checkFails(() => grep({ pattern: "x", path: "missing" }), "not_found");
  }),
  seeded("no pattern is slow", async ({ grep, seed }) => {
    await seed({ "long.txt": `${"a".repeat(100_000)}!\n` });
    const response = await grep({ pattern: "(a+)+$", path: "long.txt", output: "files" });
    checkEqual(response.output === "files" && response.files, [], "files");
  }),
];

/** `ports/lister.ts` */
export const listerCases: readonly Case<PortSubject>[] = [
  seeded("what a directory holds, with its kind", async ({ list }) => {
    const { entries, skipped, truncated } = await list({});
    checkEqual(
      entries.map(({ path, kind }) => `${kind} ${path}`),
      ["file README.md", "directory src"],
      "entries",
    );
    checkEqual(skipped, { ...nothingSkipped, hidden: 2, ignored: 2 }, "skipped");
    checkEqual(truncated, false, "truncated");
  }),
  seeded("levels below it, a directory before what it holds", async ({ list }) => {
    const { path, entries } = await list({ path: "src", depth: 2 });
    checkEqual(path, "src", "path");
    checkEqual(
      entries.map((entry) => entry.path),
      ["src/a.ts", "src/deep", "src/deep/b.ts", "src/picture.bin"],
      "entries",
    );
  }),
  seeded("a limit cuts a true prefix", async ({ list }) => {
    const { entries, truncated, truncatedBy } = await list({ path: "src", depth: "none", limit: 2 });
    checkEqual(
      entries.map((entry) => entry.path),
      ["src/a.ts", "src/deep"],
      "entries",
    );
    checkEqual({ truncated, truncatedBy }, { truncated: true, truncatedBy: "limit" }, "truncation");
  }),
  seeded("only directories hold something", async ({ list }) => {
    await checkFails(() => list({ path: "README.md" }), "not_a_directory");
    await checkFails(() => list({ path: "missing" }), "not_found");
  }),
  portCase(
    "a link is told with its target and what it leads to",
    async ({ seed, fs, list }) => {
      await seed({ "src/a.ts": "" });
      await fs.symlink("src", "link");
      await fs.symlink("missing", "dangling");
      checkEqual(
        (await list({})).entries.map(({ path, kind, target, leadsTo }) => ({ path, kind, target, leadsTo })),
        [
          { path: "dangling", kind: "symlink", target: "missing" },
          { path: "link", kind: "symlink", target: "src", leadsTo: "directory" },
          { path: "src", kind: "directory" },
        ],
        "entries",
      );
    },
    "symlinks",
  ),
];

/** `ports/file-counter.ts` */
export const fileCounterCases: readonly Case<PortSubject>[] = [
  seeded("files, whole and in groups", async ({ count }) => {
    checkEqual((await count({})).total, 4, "total");
    const { total, groups } = await count({ groupBy: "extension", includeGlobs: ["src/**"] });
    checkEqual(
      { total, groups },
      {
        total: 3,
        groups: [
          { key: "ts", count: 2 },
          { key: "bin", count: 1 },
        ],
      },
      "groups",
    );
  }),
  seeded("everything is counted, whatever the limit", async ({ count }) => {
    const { total, groups, other, truncated } = await count({ groupBy: "extension", limit: 1 });
    checkEqual(
      { total, groups, other, truncated },
      { total: 4, groups: [{ key: "ts", count: 2 }], other: { groups: 2, count: 2 }, truncated: true },
      "response",
    );
  }),
  seeded("directories are counted when asked for, and excluded things are not", async ({ count }) => {
    checkEqual((await count({ kinds: ["directories"] })).total, 2, "directories");
    checkEqual((await count({ excludeGlobs: ["**/*.ts"] })).total, 2, "without .ts");
    await checkFails(() => count({ includeGlobs: ["["] }), "invalid_glob");
  }),
];
