import type { Code } from "../core/codes.ts";
import type { PortsideError } from "../core/errors.ts";
import { isInside } from "../core/path.ts";
import { encode } from "../core/text.ts";
import type { Change, Volume } from "../volumes/volume.ts";
import { check, checkEqual, checkFails } from "./check.ts";
import type { Case } from "./suite.ts";
import { mkdir, mode, put, remove, rename, symlink, volumeCase } from "./volume-fixture.ts";
import type { Fixture, Optional } from "./volume-fixture.ts";

/** A change that must be refused in the tree `full/inner`, `empty`, `file` and, where there are links, `link` to `full`. */
interface Refusal {
  readonly name: string;
  readonly change: Change | ((fixture: Fixture) => Change);
  readonly code: Code;
  readonly details?: object;
  readonly needs?: Optional;
}

const missing = "/workspace/missing";

const refusals: readonly Refusal[] = [
  { name: "put below a missing directory", change: put("missing/a", ""), code: "not_found", details: { path: missing } },
  { name: "put below a file", change: put("file/a", ""), code: "not_a_directory", details: { at: "/workspace/file", kind: "file" } },
  {
    name: "put below a link to a directory",
    change: put("link/a", ""),
    code: "not_a_directory",
    details: { at: "/workspace/link", kind: "symlink" },
    needs: "symlinks",
  },
  { name: "put over a directory", change: put("empty", ""), code: "is_a_directory", details: { path: "/workspace/empty" } },
  { name: "put over /", change: { op: "put", path: "/", bytes: encode("") }, code: "is_a_directory" },
  { name: "put over a link", change: put("link", ""), code: "not_a_file", details: { kind: "symlink" }, needs: "symlinks" },
  {
    name: "put where nothing was expected",
    change: put("file", "", { expect: "absent" }),
    code: "already_exists",
    details: { path: "/workspace/file", kind: "file" },
  },
  {
    name: "put that expects nothing where a directory is",
    change: put("empty", "", { expect: "absent" }),
    code: "already_exists",
    details: { kind: "directory" },
  },
  {
    name: "put of another version",
    change: put("file", "", { expect: "another" }),
    code: "stale_version",
    details: { path: "/workspace/file", expected: "another" },
  },
  {
    name: "put of a version of a missing file",
    change: put("missing", "", { expect: "another" }),
    code: "stale_version",
    details: { expected: "another", actual: undefined },
  },
  {
    name: "put of the version of another file",
    change: ({ file }) => put("file", "", { expect: file("full/inner").version }),
    code: "stale_version",
  },

  { name: "mkdir of a directory", change: mkdir("empty"), code: "already_exists", details: { kind: "directory" } },
  { name: "mkdir of a file", change: mkdir("file"), code: "already_exists", details: { kind: "file" } },
  { name: "mkdir of a link", change: mkdir("link"), code: "already_exists", details: { kind: "symlink" }, needs: "symlinks" },
  { name: "mkdir of /", change: { op: "mkdir", path: "/" }, code: "already_exists", details: { kind: "directory" } },
  { name: "mkdir below a missing directory", change: mkdir("missing/a"), code: "not_found", details: { path: missing } },
  { name: "mkdir below a file", change: mkdir("file/a/b"), code: "not_a_directory", details: { at: "/workspace/file" } },

  { name: "a link over a file", change: symlink("file", "x"), code: "already_exists", details: { kind: "file" }, needs: "symlinks" },
  { name: "a link over a link", change: symlink("link", "x"), code: "already_exists", needs: "symlinks" },
  { name: "a link below a missing directory", change: symlink("missing/a", "x"), code: "not_found", needs: "symlinks" },
  { name: "a link to nothing at all", change: symlink("new", ""), code: "invalid_arguments", needs: "symlinks" },
  { name: "a link to a text with NUL", change: symlink("new", "a\0"), code: "path_malformed", needs: "symlinks" },
  { name: "a link to a lone surrogate", change: symlink("new", "\uD800"), code: "path_malformed", needs: "symlinks" },

  { name: "mode of a missing file", change: mode("missing", true), code: "not_found", needs: "modes" },
  { name: "mode of a directory", change: mode("empty", true), code: "not_a_file", details: { kind: "directory" }, needs: "modes" },

  { name: "rename of what is missing", change: rename("missing", "new"), code: "not_found", details: { path: missing } },
  { name: "rename to a missing directory", change: rename("file", "missing/a"), code: "not_found", details: { path: missing } },
  { name: "rename to below a file", change: rename("empty", "file/a"), code: "not_a_directory" },
  { name: "rename to below itself, of a file", change: rename("file", "file/a"), code: "not_a_directory" },
  { name: "rename through a link", change: rename("file", "link/a"), code: "not_a_directory", needs: "symlinks" },
  { name: "rename onto itself", change: rename("full", "full"), code: "invalid_move", details: { reason: "same" } },
  { name: "rename into itself", change: rename("full", "full/a"), code: "invalid_move", details: { reason: "into_itself" } },
  { name: "rename deep into itself", change: rename("full", "full/a/b"), code: "invalid_move", details: { reason: "into_itself" } },
  { name: "rename of /", change: { op: "rename", from: "/", to: "/new" }, code: "invalid_move", details: { reason: "root" } },
  { name: "rename of a file onto a file", change: rename("file", "full/inner"), code: "already_exists", details: { kind: "file" } },
  { name: "rename of a file onto a directory", change: rename("file", "empty"), code: "already_exists", details: { kind: "directory" } },
  { name: "rename of a directory onto a file", change: rename("full", "file"), code: "already_exists", details: { kind: "file" } },
  { name: "rename of a directory onto an empty one", change: rename("full", "empty"), code: "already_exists" },
  { name: "rename of a directory onto a full one", change: rename("empty", "full"), code: "already_exists" },
  { name: "rename of a directory onto its parent", change: rename("full/inner", "full"), code: "already_exists" },
  { name: "rename onto a link", change: rename("file", "link"), code: "already_exists", details: { kind: "symlink" }, needs: "symlinks" },
  { name: "rename of a link onto its target", change: rename("link", "full"), code: "already_exists", needs: "symlinks" },

  { name: "remove of what is missing", change: remove("missing"), code: "not_found", details: { path: missing } },
  { name: "remove below a file", change: remove("file/a"), code: "not_a_directory" },
  { name: "remove through a link", change: remove("link/inner"), code: "not_a_directory", needs: "symlinks" },
  { name: "remove of a directory that holds something", change: remove("full"), code: "not_empty", details: { entries: 1 } },
  { name: "remove of /", change: { op: "remove", path: "/" }, code: "path_not_allowed" },
  { name: "remove of another version", change: remove("file", "another"), code: "stale_version", details: { expected: "another" } },
  { name: "remove of a version of a directory", change: remove("empty", "1"), code: "stale_version" },
  { name: "remove of another node", change: ({ directory }) => remove("file", directory("empty").id), code: "stale_version" },
];

const malformedPaths: readonly string[] = [
  "",
  "a",
  "workspace/a",
  "//",
  "/workspace/",
  "/workspace//a",
  "/workspace/./a",
  "/workspace/../a",
  "/workspace/..",
  "/workspace/a\0b",
  "/workspace/a\uD83D",
  "/workspace/\uDE00a",
];

/** Every refusal leaves the tree as it was, down to ids and versions. */
export const refusalCases: readonly Case<Volume>[] = [
  ...refusals.map((refusal) => volumeCase(`refused: ${refusal.name}`, (fixture) => checkRefusal(fixture, refusal), refusal.needs)),

  ...malformedPaths.map((path) =>
    volumeCase(`refused: the malformed path ${JSON.stringify(path)}`, async (fixture) => {
      await plant(fixture);
      const changes: Change[] = [
        { op: "put", path, bytes: encode("") },
        { op: "mkdir", path },
        { op: "remove", path },
        { op: "rename", from: path, to: "/workspace/new" },
        { op: "rename", from: "/workspace/file", to: path },
      ];
      for (const change of changes) await checkUnchanged(fixture, [change], "path_malformed", { path });
    }),
  ),

  ...[0, 1, 2, 3, 4].map((position) =>
    volumeCase(`a batch whose change ${position} is refused`, async (fixture) => {
      await plant(fixture);
      const changes = [put("file", "changed"), rename("full", "moved"), remove("empty"), put("moved/new", "x")];
      await checkUnchanged(fixture, changes.toSpliced(position, 0, remove("missing")), "not_found", { path: missing });
    }),
  ),

  volumeCase("refused: what only an earlier change of the batch made impossible", async (fixture) => {
    await plant(fixture);
    const { version } = fixture.file("file");
    await checkUnchanged(fixture, [remove("file"), remove("file")], "not_found");
    await checkUnchanged(fixture, [remove("file"), rename("file", "new")], "not_found");
    await checkUnchanged(fixture, [mkdir("new"), put("new", "")], "is_a_directory");
    await checkUnchanged(fixture, [mkdir("new"), put("new/a", ""), remove("new")], "not_empty", { entries: 1 });
    await checkUnchanged(fixture, [rename("full", "new"), put("full/a", "")], "not_found");
    await checkUnchanged(fixture, [rename("file", "empty/file"), remove("empty")], "not_empty", { entries: 1 });
    await checkUnchanged(fixture, [rename("empty", "full/b"), rename("full", "full/b/c")], "invalid_move");
    await checkUnchanged(fixture, [put("file", "2", { expect: version }), put("file", "3", { expect: version })], "stale_version");
    await checkUnchanged(fixture, [put("file", "2"), remove("file", version)], "stale_version");
    await checkUnchanged(fixture, [put("new", "", { expect: "absent" }), put("new", "", { expect: "absent" })], "already_exists");
  }),

  volumeCase("a refused commit is no commit", async (fixture) => {
    await plant(fixture);
    let events = 0;
    fixture.volume.watch(() => (events += 1));
    await checkFails(() => fixture.commitAs({ by: "tool", callId: "refused" }, remove("missing")), "not_found");
    checkEqual(fixture.volume.committed("refused"), undefined, "committed");
    checkEqual(events, 0, "events");
  }),

  volumeCase("a refused batch leaves children the same array", async (fixture) => {
    await plant(fixture);
    const children = fixture.volume.children(fixture.directory("full"));
    await checkUnchanged(fixture, [remove("full/inner"), remove("missing")], "not_found");
    if (fixture.volume.capabilities.atomic === "batch") {
      check(fixture.volume.children(fixture.directory("full")) === children, "another array although nothing changed");
    }
  }),
];

async function plant({ volume, commit }: Fixture): Promise<void> {
  await commit(mkdir("full"), put("full/inner", "in"), mkdir("empty"), put("file", "content"));
  if (volume.capabilities.symlinks) await commit(symlink("link", "full"));
}

async function checkRefusal(fixture: Fixture, { change, code, details }: Refusal): Promise<void> {
  await plant(fixture);
  await checkUnchanged(fixture, [typeof change === "function" ? change(fixture) : change], code, details);
}

/** The batch fails, and what is different afterwards is what the error says: nothing, or, where files are atomic, its effects. */
async function checkUnchanged(fixture: Fixture, changes: readonly Change[], code: Code, details: object = {}): Promise<void> {
  const before = await fixture.snapshot();
  const error = await checkFails(() => fixture.commit(...changes), code, details);
  const changed = await fixture.changedSince(before);
  if (error.status === "rejected") return checkEqual([changed, error.effects], [[], []], "changed by a rejected batch");
  checkEqual([fixture.volume.capabilities.atomic, error.status], ["file", "partial"], "atomicity and status");
  const touched = touchedBy(error);
  checkEqual(
    changed.filter((path) => !touched.some((effect) => isInside(path, effect))),
    [],
    "changed, but not among the effects",
  );
  checkEqual(
    touched.filter((path) => !changed.includes(path)),
    [],
    "among the effects, but not changed",
  );
}

/** Both ends of a move count: what is below them changed too. */
function touchedBy({ effects }: PortsideError): string[] {
  return effects.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path]));
}
