import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorkspace, type TestFiles } from "../../test/support/workspace.ts";
import type { Kind } from "../core/errors.ts";
import { compileGlob, type GlobState } from "../engines/glob/index.ts";
import { gitignoreMatcher, hostMatcher, stackMatchers, type DirectoryRules, type IgnoreLevel } from "../engines/ignore/index.ts";
import type { Guard } from "../policy/guard.ts";
import { createPathRules } from "../policy/path-rules.ts";
import type { CountResponse } from "../ports/file-counter.ts";
import type { GlobRequest, GlobResponse } from "../ports/globber.ts";
import { decorate } from "../volumes/decorate.ts";
import type { Change, Child, DirectoryEntry, Volume } from "../volumes/volume.ts";
import { everything } from "./walk-filters.ts";
import { noneSkipped, type Counts } from "./walk.ts";

const root = "/workspace";
const guard = createPathRules({ root, rules: [{ glob: "secret*", sight: "hidden", reason: "it is secret" }] });

/** What a file's name begins with that is shown as "other". */
const device = "dev";

/** A volume of which it cannot be told of everything what it is. */
function withDevices(volume: Volume): Volume {
  const shown = new WeakMap<readonly Child[], readonly Child[]>();
  const show = ({ name, entry }: Child): Child =>
    entry.kind === "file" && name.startsWith(device) ? { name, entry: { kind: "other", id: entry.id } } : { name, entry };
  return decorate(volume, {
    children(directory) {
      const children = volume.children(directory);
      const known = shown.get(children) ?? children.map(show);
      shown.set(children, known);
      return known;
    },
  });
}

type Answer = Pick<GlobResponse, "entries" | "truncated" | "skipped">;

interface PlainRequest extends Omit<GlobRequest, "type"> {
  readonly type: keyof typeof kindsOf;
  readonly limit: number;
}

const kindsOf = {
  file: ["file", "symlink"],
  dir: ["directory"],
  any: ["file", "directory", "symlink", "other"],
  count: ["file"],
} satisfies Record<string, readonly Kind[]>;

/** The rules of a walk applied to each child by itself, from nothing kept: what the walk has to answer, however it gets there. */
function walkPlainly(volume: Volume, request: PlainRequest, guards: readonly Guard[]): Answer {
  const { pattern, type, includeHidden = false, includeIgnored = false, ignoreCase = false, limit } = request;
  const glob = compileGlob(pattern, { ignoreCase });
  const kinds: readonly Kind[] = kindsOf[type];
  const skipped = noneSkipped();
  const entries: { path: string; kind: Child["entry"]["kind"] }[] = [];
  let truncated = false;

  function visit(directory: DirectoryEntry, path: string, state: GlobState, level: IgnoreLevel): void {
    for (const { name, entry } of volume.children(directory)) {
      const reached = truncated ? undefined : glob.step(state, name);
      if (reached === undefined) continue;
      const accepted = glob.accepts(reached) && kinds.includes(entry.kind);
      const shown = accepted && (type !== "file" || entry.kind !== "symlink" || volume.entry(`${root}/${entry.target}`)?.kind === "file");
      const entered = entry.kind === "directory" && glob.opens(reached) ? entry : undefined;
      if (!accepted && !entered) continue;
      const reason = reasonToSkip(`${root}/${path}${name}`, { name, entry }, { unhidden: glob.unhides(state, name), level });
      if (reason) skipped[reason]++;
      else {
        if (shown && entries.length === limit) truncated = true;
        else if (shown) entries.push({ path: path + name, kind: entry.kind });
        if (entered) visit(entered, `${path}${name}/`, reached, level.enter(name, rulesOf(volume, entered)));
      }
    }
  }

  function reasonToSkip(
    path: string,
    { name, entry }: Child,
    { unhidden, level }: { readonly unhidden: boolean; readonly level: IgnoreLevel },
  ): keyof Counts | undefined {
    if (name.startsWith(".") && !includeHidden && !unhidden) return "hidden";
    if (name === ".git") return "ignored";
    if (!includeIgnored && level.skips(name, entry.kind === "directory")) return "ignored";
    const sights = guards.map((each) => each.see?.(path, entry)?.sight);
    return sights.some((sight) => sight === "hidden" || sight === "protected") ? "protected" : undefined;
  }

  const top = volume.entry(root) as DirectoryEntry;
  visit(top, "", glob.start, stackMatchers([gitignoreMatcher(), hostMatcher()]).start(rulesOf(volume, top)));
  return { entries, truncated, skipped };
}

function rulesOf(volume: Volume, directory: DirectoryEntry): DirectoryRules {
  const child = (wanted: string): Child | undefined => volume.children(directory).find(({ name }) => name === wanted);
  const file = child(".gitignore")?.entry;
  return {
    ...(file?.kind === "file" ? { gitignore: new TextDecoder().decode(volume.read(file) as Uint8Array) } : {}),
    ...(child(".git") ? { repository: {} } : {}),
  };
}

function extensionsOf({ entries }: Answer): Record<string, number> {
  const names = entries.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
  const keys = names.map((name) => /^.+\.([^.]*)$/.exec(name)?.[1] ?? "");
  return tallied(keys.map((key) => ({ key, count: 1 })));
}

function tallied(groups: CountResponse["groups"]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { key, count } of groups) sums[key] = (sums[key] ?? 0) + count;
  return sums;
}

const endings = [".ts", ".d.ts", ".js", ".json", ".TS", ".", "", "~", ".a~", `.${"e".repeat(40)}`];
const stems = ["a", "b", "A", "é", "secret", ".h", ".env", "a.b", device];
const fileName = fc.tuple(fc.constantFrom(...stems), fc.constantFrom(...endings)).map((parts) => parts.join(""));
const directoryName = fc.constantFrom("src", "d", "d.ts", ".x", "node_modules", "secrets", ".git");
const directoryPath = fc.array(directoryName, { maxLength: 3 });
const pathOf = (directories: readonly string[], name: string): string => [...directories, name].join("/");
const filePath = fc.tuple(directoryPath, fileName).map(([directories, name]) => pathOf(directories, name));

const rule = fc
  .tuple(
    fc.constantFrom("", "", "", "!"),
    fc.constantFrom("*.ts", "*.js", "a*", "*~", "*.d.ts", "/src/*.ts", "src/", "[ab].ts", "?.js", ".h*", "b", "**/d/*.json", "*", "d/"),
  )
  .map((parts) => parts.join(""));
const rules = fc.tuple(directoryPath, fc.array(rule, { maxLength: 3 }));

const segment = fc.oneof(
  { weight: 2, arbitrary: fc.constant("**") },
  { weight: 1, arbitrary: fc.constantFrom("*", "src", "d", "{src,d}", ".*", "d.ts") },
);
const lastSegment = fc.constantFrom(
  ..."* ** *.ts *.{ts,js} *.d.ts a.ts a ?.ts [ab].ts *. *~ *s a* *a*.ts *.a~ .h* .* é.* {a,b}.js {*.ts,**} *.TS d.ts src [!a]* *.json *ts".split(
    " ",
  ),
);
const pattern = fc.tuple(fc.array(segment, { maxLength: 2 }), lastSegment).map(([before, last]) => pathOf(before, last));

const request = fc.record({
  pattern,
  type: fc.constantFrom<"file" | "dir" | "any">("file", "file", "any", "dir"),
  includeHidden: fc.boolean(),
  includeIgnored: fc.boolean(),
  ignoreCase: fc.boolean(),
  limit: fc.constantFrom(3, 100),
});

const change = fc.oneof(
  fc.record({ op: fc.constant("put" as const), at: filePath }),
  fc.record({ op: fc.constant("remove" as const), at: filePath }),
  fc.record({ op: fc.constant("rename" as const), at: directoryPath, name: directoryName }),
  fc.record({ op: fc.constant("rules" as const), at: rules }),
);

type Wanted = typeof change extends fc.Arbitrary<infer T> ? T : never;

const textOf = (lines: readonly string[]): string => `${lines.join("\n")}\n`;

/** What of the change is possible in the tree as it is. */
function toChanges(volume: Volume, wanted: Wanted): readonly Change[] {
  const put = (path: string, text: string): readonly Change[] =>
    volume.entry(path.slice(0, path.lastIndexOf("/")))?.kind === "directory" && volume.entry(path)?.kind !== "directory"
      ? [{ op: "put", path, bytes: new TextEncoder().encode(text) }]
      : [];
  switch (wanted.op) {
    case "put":
      return put(`${root}/${wanted.at}`, "");
    case "rules":
      return put(`${root}/${pathOf(wanted.at[0], ".gitignore")}`, textOf(wanted.at[1]));
    case "remove":
      return volume.entry(`${root}/${wanted.at}`)?.kind === "file" ? [{ op: "remove", path: `${root}/${wanted.at}` }] : [];
    case "rename": {
      const from = `${root}/${wanted.at.join("/")}`;
      const isThere = wanted.at.length > 0 && volume.entry(from)?.kind === "directory";
      const to = `${root}/${wanted.name}`;
      return isThere && !volume.entry(to) && !to.startsWith(`${from}/`) ? [{ op: "rename", from, to }] : [];
    }
  }
}

/** A file where another's directory would have to be is left out. */
function treeOf(paths: readonly string[], ruleFiles: readonly (readonly [readonly string[], readonly string[]])[]): TestFiles {
  const files = new Map<string, string>(paths.map((path) => [path, ""]));
  for (const [directories, lines] of ruleFiles) files.set(pathOf(directories, ".gitignore"), textOf(lines));
  const isDirectory = (path: string): boolean => [...files.keys()].some((other) => other.startsWith(`${path}/`));
  return Object.fromEntries([...files].filter(([path]) => !isDirectory(path)));
}

test("what is decided by endings and kept from walk to walk is what looking at every child gives, whatever changes between", async () => {
  const rounds = fc.array(fc.record({ changes: fc.array(change, { maxLength: 4 }), request }), { minLength: 2, maxLength: 5 });
  const tree = fc.tuple(fc.array(filePath, { maxLength: 25 }), fc.array(rules, { maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(tree, fc.boolean(), rounds, async ([paths, ruleFiles], guarded, steps) => {
      const guards = guarded ? [guard] : [];
      const workspace = await openWorkspace(treeOf(paths, ruleFiles), {
        guards,
        links: { "link.ts": "src", "d.js": "a.ts" },
        wrap: withDevices,
      });
      const { volume } = workspace;
      for (const { changes, request: asked } of steps) {
        for (const wanted of changes) await volume.commit({ changes: toChanges(volume, wanted), origin: { by: "host" } });
        const { entries, truncated, skipped } = await workspace.glob(asked);
        expect({ entries, truncated, skipped }).toEqual(walkPlainly(volume, asked, guards));
        const { includeHidden, includeIgnored } = asked;
        const counted = await workspace.count({ groupBy: "extension", includeHidden, includeIgnored });
        const all = walkPlainly(volume, { pattern: "**", type: "count", includeHidden, includeIgnored, limit: 1_000 }, guards);
        expect({ groups: tallied(counted.groups), skipped: counted.skipped }).toEqual({ groups: extensionsOf(all), skipped: all.skipped });
      }
    }),
    { numRuns: 200, seed: 20_261_201 },
  );
});

test("what is neither a file, a directory nor a link is no file, however its name ends", async () => {
  const { glob, count, grep } = await openWorkspace({ "a.ts": "found", "d/dev.ts": "found", dev: "found" }, { wrap: withDevices });
  expect((await glob({ pattern: "**" })).entries).toEqual([{ path: "a.ts", kind: "file" }]);
  expect((await glob({ pattern: "**/*.ts" })).entries).toEqual([{ path: "a.ts", kind: "file" }]);
  expect((await glob({ pattern: "**/dev*", type: "any" })).entries).toEqual([
    { path: "d/dev.ts", kind: "other" },
    { path: "dev", kind: "other" },
  ]);
  expect(await count({ groupBy: "extension" })).toMatchObject({ total: 1, groups: [{ key: "ts", count: 1 }] });
  expect(await grep({ pattern: "found" })).toMatchObject({ filesSearched: 1, lines: [{ path: "a.ts" }] });
});

test("what changes below a directory while a walk is elsewhere is walked as it is then, also where an earlier walk has been", async () => {
  const { volume, access, root: at } = await openWorkspace({ "a.ts": "", "d/b.ts": "", "e/c.ts": "" });
  const place = await access.locate("", { for: "read", leaf: "follow" }, {});
  const paths: string[] = [];
  const walk = (onFirst: () => void): Promise<unknown> =>
    access.walk(place, { filter: everything(["file"]) }, (walked) => (paths.push(walked.path()) === 1 && onFirst(), true), {});
  await walk(() => {});
  expect(paths.splice(0)).toEqual(["a.ts", "d/b.ts", "e/c.ts"]);
  const changes: Change[] = [
    { op: "put", path: `${at}/d/new.ts`, bytes: new Uint8Array() },
    { op: "remove", path: `${at}/e/c.ts` },
  ];
  await walk(() => void volume.commit({ changes, origin: { by: "host" } }));
  expect(paths).toEqual(["a.ts", "d/b.ts", "d/new.ts"]);
});
