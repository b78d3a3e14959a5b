/** What another tool makes of a patch, as a case with Portside's answer. */
export interface KnownFailure {
  readonly who: string;
  readonly failure: string;
  readonly files: Readonly<Record<string, string>>;
  readonly patch: string;
  /** The tree it makes and how it read the patch, or the code and reason of its refusal. */
  readonly answer:
    | { readonly tree: Readonly<Record<string, string>>; readonly rescue?: string }
    | { readonly code: string; readonly reason?: string; readonly cause?: string; readonly candidates?: readonly number[] };
}

const twelve = Array.from({ length: 12 }, (_, i) => `${i + 1}\n`).join("");
const first = "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n";
const last = "@@ -9,3 +9,3 @@\n 9\n-10\n+ten\n 11\n";
const both = twelve.replace("2\n", "two\n").replace("10\n", "ten\n");

function of(path: string, hunks: string): string {
  return `--- a/${path}\n+++ b/${path}\n${hunks}`;
}

function created(path: string, line: string): string {
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;
}

function renamed(from: string, to: string): string {
  return `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
}

export const knownFailures: readonly KnownFailure[] = [
  {
    who: "jsdiff 9",
    failure: "hunks in another order than their lines: parts of the file come twice",
    files: { f: twelve },
    patch: of("f", last + first),
    answer: { tree: { f: both } },
  },
  {
    who: "jsdiff 9",
    failure: "the same hunk twice is applied twice",
    files: { f: twelve },
    patch: of("f", first + first),
    answer: { code: "patch_conflict", reason: "hunk_order" },
  },
  {
    who: "jsdiff 9",
    failure: "a new file over one that exists is put in front of it",
    files: { f: "old\n" },
    patch: created("f", "new"),
    answer: { code: "already_exists" },
  },
  {
    who: "jsdiff 9",
    failure: "wrong line numbers: the first place that fits is taken",
    files: { f: `head\n${twelve}${twelve}` },
    patch: of("f", first.replace("-1,3 +1,3", "-5,3 +5,3")),
    answer: { code: "patch_ambiguous", candidates: [2, 14] },
  },
  {
    who: "jsdiff 9",
    failure: "the signature of a mail is an error",
    files: { f: twelve },
    patch: `From: a\n\n---\n f | 2 +-\n\n${of("f", first)}-- \n2.39.5\n`,
    answer: { tree: { f: twelve.replace("2\n", "two\n") } },
  },
  {
    who: "jsdiff 9",
    failure: "prose is a patch without hunks, and a success",
    files: { f: twelve },
    patch: "Change line 2.\n",
    answer: { code: "patch_invalid", reason: "not_a_patch" },
  },
  {
    who: "git apply",
    failure: "a marker within the file glues two lines together",
    files: { f: twelve },
    patch: of("f", "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n\\ No newline at end of file\n 3\n"),
    answer: { code: "patch_invalid", reason: "misplaced_marker" },
  },
  {
    who: "git apply",
    failure: "@@ without numbers below a rename: the file is renamed and the change dropped",
    files: { f: twelve },
    patch: `${renamed("f", "g").replace("100%", "90%")}--- a/f\n+++ b/g\n${first.replace("-1,3 +1,3 ", "")}`,
    answer: { tree: { g: twelve.replace("2\n", "two\n") }, rescue: "bare_hunk_header" },
  },
  {
    who: "git apply",
    failure: "counts that are too small: the lines left over are dropped",
    files: { f: "1\n2\n" },
    patch: of("f", "@@ -1,2 +1,3 @@\n 1\n 2\n+3\n+4\n"),
    answer: { tree: { f: "1\n2\n3\n4\n" }, rescue: "recounted" },
  },
  {
    who: "git apply",
    failure: "lines without context are added at the end, whatever line is stated",
    files: { f: twelve },
    patch: of("f", "@@ -2,0 +3 @@\n+new\n"),
    answer: { code: "patch_conflict", reason: "insertion_without_context" },
  },
  {
    who: "git apply",
    failure: "two files renamed to one: the first is lost",
    files: { a: "A\n", b: "B\n" },
    patch: renamed("a", "c") + renamed("b", "c"),
    answer: { code: "patch_invalid", reason: "destination_twice" },
  },
  {
    who: "git apply",
    failure: "a new file without a/ and b/ loses its first directory",
    files: {},
    patch: "diff --git src/n.txt src/n.txt\nnew file mode 100644\n--- /dev/null\n+++ src/n.txt\n@@ -0,0 +1 @@\n+N\n",
    answer: { tree: { "src/n.txt": "N\n" }, rescue: "no_prefix" },
  },
  {
    who: "OpenCode, openclaw, agent-os",
    failure: "files are changed one after the other: a fault leaves half a patch",
    files: { a: "A\n", b: "B\n" },
    patch: of("a", "@@ -1 +1 @@\n-A\n+1\n") + of("b", "@@ -1 +1 @@\n-other\n+2\n"),
    answer: { code: "patch_conflict", reason: "context_mismatch" },
  },
  {
    who: "OpenCode",
    failure: "a move onto a file that exists replaces it",
    files: { a: "A\n", b: "B\n" },
    patch: "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-A\n+1\n*** End Patch\n",
    answer: { code: "already_exists" },
  },
  {
    who: "Codex, OpenCode, Cline",
    failure: "another indentation is forgiven, and the file gets the patch's",
    files: { f: "  if (a) {\n    b();\n  }\n" },
    patch: of("f", "@@ -1,3 +1,3 @@\n if (a) {\n-  b();\n+  c();\n }\n"),
    answer: { code: "patch_conflict", reason: "context_mismatch", cause: "whitespace" },
  },
  {
    who: "Codex, openclaw",
    failure: "of several places the first is taken",
    files: { f: "a\nx\nb\na\nx\nb\n" },
    patch: "*** Begin Patch\n*** Update File: f\n@@\n a\n-x\n+y\n b\n*** End Patch\n",
    answer: { code: "patch_ambiguous", candidates: [1, 4] },
  },
  {
    who: "Codex, arbos, agent-os",
    failure: "a file with CRLF gets lines with LF",
    files: { f: "1\r\n2\r\n3\r\n" },
    patch: of("f", "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n"),
    answer: { tree: { f: "1\r\ntwo\r\n3\r\n" }, rescue: "line_endings" },
  },
  {
    who: "Codex, holon, hermes-agent",
    failure: "a patch that is applied already is only said not to match",
    files: { f: twelve.replace("2\n", "two\n") },
    patch: of("f", first),
    answer: { code: "patch_conflict", reason: "context_mismatch", cause: "already_applied" },
  },
];

/** The cases as a table in Markdown. */
export function failureTable(): string {
  const rows = knownFailures.map(({ who, failure, answer }) => `| ${who} | ${failure} | ${answerWords(answer)} |`);
  return ["| Who | What goes wrong | Portside |", "| --- | --- | --- |", ...rows].join("\n");
}

function answerWords(answer: KnownFailure["answer"]): string {
  if ("tree" in answer) return answer.rescue === undefined ? "applied as meant" : `applied as meant, with the note \`${answer.rescue}\``;
  const facts = [answer.reason, answer.cause].filter((fact) => fact !== undefined).map((fact) => `\`${fact}\``);
  const lines = answer.candidates === undefined ? [] : [`with the lines ${answer.candidates.join(" and ")}`];
  return [`refused: \`${answer.code}\``, ...facts, ...lines].join(", ");
}
