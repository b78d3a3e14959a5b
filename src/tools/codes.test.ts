import { expect, test } from "vitest";
import { openWorkspace } from "../../test/support/workspace.ts";
import { codes, type Code } from "../core/codes.ts";
import { withFaults } from "../volumes/faults.ts";
import { withForks } from "../volumes/forks.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import { withQuota } from "../volumes/quota.ts";
import { createWorkspace, type Workspace } from "../workspace/index.ts";
import { createTools } from "./catalog.ts";
import { profiles } from "./profiles.ts";
import type { ToolResult } from "./result.ts";

/** What running a command brings. */
type CommandCode = Extract<Code, `command_${string}` | "exec_failed">;

const png = new Uint8Array(8_388_609);
png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const files = {
  "a.txt": "one\ntwo\ntwo\n",
  binary: Uint8Array.of(1, 0, 2),
  latin: Uint8Array.of(0x61, 0xe9, 0x0a),
  "large.png": png,
  "long.txt": "x".repeat(1_048_577),
  "directory/file": "",
};

type Attempt = (tool: string, args: object, options?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;

const toolsOf =
  (workspace: Workspace, profile = profiles.default): Attempt =>
  (tool, args, options) =>
    createTools(workspace, { profile }).call(tool, args, options);

const on = async (tool: string, args: object): Promise<ToolResult> => toolsOf(await openWorkspace(files))(tool, args);
const edit = (...edits: readonly (readonly [oldString: string, newString: string])[]): Promise<ToolResult> =>
  on("edit", { path: "a.txt", edits: edits.map(([old_string, new_string]) => ({ old_string, new_string })) });
const patch = (hunk: string): Promise<ToolResult> => on("apply_patch", { patch: `--- a/a.txt\n+++ b/a.txt\n${hunk}` });

/** The fault of each code, made to happen. */
const faults: Readonly<Record<Exclude<Code, CommandCode>, () => Promise<ToolResult>>> = {
  invalid_arguments: () => on("read", {}),
  path_not_allowed: () => on("read", { path: "../a.txt" }),
  path_malformed: () => on("read", { path: "a\0.txt" }),
  not_found: () => on("read", { path: "missing" }),
  not_a_file: () => on("read", { path: "directory" }),
  not_a_directory: () => on("list", { path: "a.txt" }),
  is_a_directory: () => on("write", { path: "directory", content: "" }),
  already_exists: () => on("create", { path: "a.txt", content: "" }),
  not_empty: () => on("delete", { path: "directory" }),
  binary_file: () => on("read", { path: "binary" }),
  not_utf8: () => on("edit", { path: "latin", edits: [{ old_string: "a", new_string: "b" }] }),
  file_too_large: () => on("read_image", { path: "large.png" }),
  line_too_large: async () => toolsOf(await openWorkspace(files), profiles.scope)("read", { path: "long.txt" }),
  offset_past_end: () => on("read", { path: "a.txt", offset: 4 }),
  unsupported_file: () => on("read", { path: "large.png" }),
  edit_empty: () => edit(),
  edit_empty_old_string: () => edit(["", "x"]),
  edit_not_found: () => edit(["three", "x"]),
  edit_not_unique: () => edit(["two", "x"]),
  edit_overlap: () => edit(["one\ntwo\ntwo", "x"], ["one", "y"]),
  edit_noop: () => edit(["one", "one"]),
  patch_invalid: () => patch("@@ nonsense @@\n"),
  patch_conflict: () => patch("@@ -1,2 +1,2 @@\n one\n-three\n+3\n"),
  patch_ambiguous: () => patch("@@ -1 +1 @@\n-two\n+2\n"),
  invalid_move: () => on("move", { source: "directory", destination: "directory/below" }),
  invalid_pattern: () => on("grep", { pattern: "(" }),
  invalid_glob: () => on("glob", { pattern: "[" }),
  unknown_file_type: () => on("grep", { pattern: "one", file_type: "nonsense" }),
  stale_version: () => on("write", { path: "a.txt", content: "", expected_version: "another" }),
  async permission_denied() {
    const workspace = await openWorkspace(files, { guards: [{ allow: () => ({ deny: "not today" }) }] });
    return toolsOf(workspace)("write", { path: "a.txt", content: "" });
  },
  async workspace_busy() {
    const { volume } = withForks(createMemoryVolume()).fork("fork");
    const workspace = await createWorkspace(volume);
    volume.seal(); // as while it is merged
    return toolsOf(workspace)("write", { path: "a.txt", content: "" });
  },
  async unavailable() {
    const workspace = await openWorkspace(files);
    await workspace.dispose();
    return toolsOf(workspace)("read", { path: "a.txt" });
  },
  async no_space() {
    const workspace = await openWorkspace({}, { wrap: (volume) => withQuota(volume, { maxBytes: 3 }) });
    return toolsOf(workspace)("write", { path: "a.txt", content: "four" });
  },
  aborted: async () => toolsOf(await openWorkspace(files))("read", { path: "a.txt" }, { signal: AbortSignal.abort() }),
  async io_error() {
    const workspace = await openWorkspace(files, { wrap: (volume) => withFaults(volume, { unreadable: ["/workspace/a.txt"] }) });
    return toolsOf(workspace)("read", { path: "a.txt" });
  },
};

test("every code but those of commands has its fault here", () => {
  const commands = codes.filter((code) => code.startsWith("command_") || code === "exec_failed");
  expect([...Object.keys(faults), ...commands]).toEqual([...codes]);
});

test.each(Object.entries(faults))("%s is what its fault is called [#21]", async (code, fault) => {
  expect(await fault()).toMatchObject({ status: "rejected", code, effects: [] });
});
