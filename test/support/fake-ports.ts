import type { CallContext, Skipped } from "../../src/ports/call.ts";
import type { Calls, PortName } from "../../src/tools/tool.ts";

/** One call that a port got. */
export interface SeenCall {
  readonly port: PortName;
  readonly request: Readonly<Record<string, unknown>>;
  readonly context: CallContext | undefined;
}

export const nothingSkipped: Skipped = { hidden: 0, ignored: 0, binary: 0, too_large: 0, read_error: 0, protected: 0 };

const responses: Readonly<Record<PortName, object>> = {
  read: {
    path: "a.txt",
    version: "1",
    content: "one",
    startLine: 1,
    endLine: 1,
    totalLines: 1,
    truncated: false,
    longLines: [],
    bom: false,
    lineEnding: "lf",
    utf8: true,
  },
  readBytes: { path: "a.png", bytes: new Uint8Array([137, 80]), version: "1", mediaType: "image/png" },
  write: {
    path: "a.txt",
    version: "2",
    bytesWritten: 3,
    created: true,
    lineEnding: "lf",
    bom: false,
    effects: [{ op: "create", path: "a.txt" }],
  },
  remove: { path: "a.txt", kind: "file", effects: [{ op: "delete", path: "a.txt" }] },
  move: { source: "a.txt", destination: "b.txt", kind: "file", effects: [{ op: "move", path: "b.txt", from: "a.txt" }] },
  makeDirectory: { path: "d", created: ["d"], effects: [{ op: "mkdir", path: "d" }] },
  edit: {
    path: "a.txt",
    version: "2",
    edits: 1,
    replacements: 1,
    matched: "exact",
    lineEnding: "lf",
    bom: false,
    effects: [{ op: "modify", path: "a.txt" }],
  },
  apply: { files: [{ path: "a.txt", hunks: 1, version: "2" }], hunks: 1, notes: [], effects: [{ op: "modify", path: "a.txt" }] },
  glob: { entries: [{ path: "a.txt", kind: "file" }], truncated: false, skipped: nothingSkipped },
  grep: {
    output: "content",
    lines: [{ path: "a.txt", line: 1, text: "one", kind: "match" }],
    truncated: false,
    skipped: nothingSkipped,
    filesSearched: 1,
  },
  explain: { tree: '"one"', literals: ["one"], matcher: "needle", filesSearched: 1, bytesScanned: 4 },
  list: { path: "", entries: [{ path: "a.txt", kind: "file" }], truncated: false, skipped: nothingSkipped },
  count: { path: "", total: 1, groups: [{ key: "txt", count: 1 }], truncated: false, skipped: nothingSkipped },
};

/** Ports that note each call and answer with a small, plausible response, or with what `answers` says. */
export function fakePorts(answers: Partial<Record<PortName, () => unknown>> = {}): { readonly ports: Calls; readonly calls: SeenCall[] } {
  const calls: SeenCall[] = [];
  const port = (name: PortName) => async (request: Readonly<Record<string, unknown>>, context?: CallContext) => {
    calls.push({ port: name, request, context });
    return answers[name] === undefined ? responses[name] : answers[name]();
  };
  const names = Object.keys(responses) as PortName[];
  return { ports: Object.fromEntries(names.map((name) => [name, port(name)])) as unknown as Calls, calls };
}

const searches = { truncated: true, truncatedBy: "limit", skipped: { ...nothingSkipped, hidden: 2 } };
const none = { truncated: false, skipped: nothingSkipped };

/** Empty and truncated answers of each port that has them. */
export const unusualAnswers: Partial<Readonly<Record<PortName, readonly object[]>>> = {
  read: [
    { ...page("", 0), lineEnding: "none" },
    { ...page("one\ntwo", 9), truncated: true, truncatedBy: "limit", nextOffset: 3 },
    { ...page("", 2), truncated: true, truncatedBy: "bytes", longLines: [{ line: 1, bytes: 60_000 }], nextOffset: 2 },
    { ...page("half", 1), truncated: true, truncatedBy: "bytes", nextColumn: 5, utf8: false, bom: true },
  ],
  glob: [
    { entries: [], ...none },
    { entries: [{ path: "d", kind: "directory" }], ...searches },
    { entries: [{ path: "[d]", kind: "file" }], notes: [{ note: "literal_match", path: "[d]" }], ...none },
    { entries: [], deeper: true, ...none },
  ],
  count: [
    { path: "", total: 0, groups: [], ...none },
    { path: "", total: 3, groups: [{ key: "", count: 2 }], other: { groups: 1, count: 1 }, ...searches },
  ],
  list: [
    { path: "", entries: [], ...none },
    { path: "", entries: [{ path: "l", kind: "symlink", target: "x" }], ...searches },
  ],
  grep: [
    { output: "content", lines: [], filesSearched: 0, ...none },
    { output: "content", lines: [{ path: "a", line: 1, text: "x", kind: "match", clipped: true }], filesSearched: 1, ...searches },
    { output: "files", files: ["a"], filesSearched: 1, ...searches, truncatedBy: "bytes" },
    { output: "count", counts: [{ path: "a", count: 1 }], filesSearched: 1, ...searches },
  ],
  apply: [{ files: [], hunks: 0, notes: [], effects: [] }],
  makeDirectory: [{ path: "d", created: [], effects: [] }],
};

function page(content: string, totalLines: number): object {
  return {
    path: "a",
    version: "1",
    content,
    startLine: 1,
    endLine: 2,
    totalLines,
    truncated: false,
    longLines: [],
    bom: false,
    lineEnding: "lf",
    utf8: true,
  };
}

/** Arguments that each tool of any profile accepts. */
export const validArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "default read": { path: "a.txt" },
  "default write": { path: "a.txt", content: "one" },
  "default create": { path: "a.txt", content: "one" },
  "default edit": { path: "a.txt", edits: [{ old_string: "a", new_string: "b" }] },
  "default apply_patch": { patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n" },
  "default glob": { pattern: "*" },
  "default grep": { pattern: "one" },
  "default list": {},
  "default tree": {},
  "default file_count": { group_by: "extension" },
  "default move": { source: "a.txt", destination: "b.txt" },
  "default delete": { path: "a.txt" },
  "default mkdir": { path: "d" },
  "default read_image": { path: "a.png" },
  "scope read": { path: "a.txt" },
  "scope write": { path: "a.txt", content: "one" },
  "scope edit": { path: "a.txt", old_string: "a", new_string: "b" },
  "scope apply_patch": { patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n" },
  "scope glob": { pattern: "*" },
  "scope grep": { pattern: "one" },
  "agentkit read_file": { path: "a.txt" },
  "agentkit write_file": { path: "a.txt", content: "one" },
  "agentkit edit_file": { path: "a.txt", edits: [{ old_string: "a", new_string: "b" }] },
  "agentkit list_files": {},
  "agentkit find_files": { pattern: "*" },
  "agentkit search_files": { pattern: "one" },
  "codemeld read": { path: "a.txt" },
  "codemeld read_image": { path: "a.png" },
  "codemeld create": { path: "a.txt", content: "one" },
  "codemeld edit": { path: "a.txt", old_string: "a", new_string: "b" },
  "codemeld delete": { path: "a.txt" },
  "codemeld move": { source: "a.txt", destination: "b.txt" },
  "codemeld mkdir": { path: "d" },
  "codemeld list": {},
  "codemeld tree": {},
  "codemeld file_count": { group_by: "extension" },
  "codemeld glob": { pattern: "*" },
  "codemeld grep": { pattern: "one" },
};
