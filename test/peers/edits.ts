/** What another tool makes of an edit, as a case with Portside's answer. */
export interface KnownEditFailure {
  readonly who: string;
  readonly failure: string;
  readonly file: string | Uint8Array;
  /** Of one call; of several that are sent at once where `calls` says so. */
  readonly edits: readonly Edit[];
  readonly calls?: "one for each edit";
  /** The file it makes and how it found the place, or the code of its refusal and what it tells. */
  readonly answer: { readonly file: string; readonly matched?: "folded" } | EditRefusal;
}

export interface Edit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: true;
}

/** Lines are 1-based. */
interface EditRefusal {
  readonly code: string;
  /** What the old text may have been meant to be. */
  readonly hint?: string;
  /** Where it, or what comes close, stands. */
  readonly lines?: readonly number[];
  /** The old text as it stands there. */
  readonly oldString?: string;
  /** The first line of the file that differs. */
  readonly differs?: number;
}

function edit(old_string: string, new_string: string): readonly [Edit] {
  return [{ old_string, new_string }];
}

const method = "class A {\n    run() {\n        go();\n    }\n}\n";
const steps = "open();\nread();\nparse();\nclose();\n";

export const knownEditFailures: readonly KnownEditFailure[] = [
  {
    who: "Codex, OpenCode, Cline",
    failure: "less indentation in all lines: forgiven, and the file gets the edit's",
    file: method,
    edits: edit("run() {\n    go();\n}", "run() {\n    stop();\n}"),
    answer: { code: "edit_not_found", hint: "indentation", lines: [2], oldString: "    run() {\n        go();\n    }" },
  },
  {
    who: "Gemini CLI, aider, hermes-agent",
    failure: "more indentation in all lines: the new text is indented by guess, at times wrongly",
    file: "if (a) {\n  b();\n}\n",
    edits: edit("    if (a) {\n      b();\n    }", "    if (a) {\n      c();\n    }"),
    answer: { code: "edit_not_found", hint: "indentation", lines: [1], oldString: "if (a) {\n  b();\n}" },
  },
  {
    who: "Codex, Gemini CLI, OpenCode, Cline",
    failure: "spaces for tabs: forgiven, and the lines lose their tabs",
    file: "\tif a {\n\t\tb()\n\t}\n",
    edits: edit("    if a {\n        b()\n    }", "    if a {\n        c()\n    }"),
    answer: { code: "edit_not_found", hint: "indentation", lines: [1], oldString: "\tif a {\n\t\tb()\n\t}" },
  },
  {
    who: "Claude Code, Gemini CLI",
    failure: "spaces for tabs on one line: only said not to be found",
    file: "a()\n\tb()\n",
    edits: edit("    b()", "    c()"),
    answer: { code: "edit_not_found", hint: "indentation", lines: [2], oldString: "\tb()" },
  },
  {
    who: "Codex, Gemini CLI, OpenCode, Cline",
    failure: "another indentation of one line is forgiven",
    file: "if (a) {\n  b();\n  c();\n}\n",
    edits: edit("if (a) {\n  b();\n    c();\n}", "if (a) {\n  b();\n    d();\n}"),
    answer: { code: "edit_not_found", hint: "indentation", lines: [1], oldString: "if (a) {\n  b();\n  c();\n}" },
  },
  {
    who: "openclaude",
    failure: "the next line loses its indentation when a line is removed",
    file: "  a();\n  b();\n",
    edits: edit("  a();\n", ""),
    answer: { file: "  b();\n" },
  },
  {
    who: "aider, Gemini CLI",
    failure: "trailing blanks that the file does not have: often not found",
    file: "a = 1;\nb = 2;\n",
    edits: edit("a = 1;  \nb = 2;\t", "a = 3;\nb = 2;\t"),
    answer: { file: "a = 3;\nb = 2;\n", matched: "folded" },
  },
  {
    who: "MCP filesystem server, deepagents, Mastra",
    failure: "a straight quote for a curly one: not found",
    file: "It’s fine\nIt’s late\n",
    edits: edit("It's fine", "It's good"),
    answer: { file: "It’s good\nIt’s late\n", matched: "folded" },
  },
  {
    who: "OpenCode, Cline, CowAgent",
    failure: "lines that the edit leaves alone are written as it spells them",
    file: "// don’t  \nrun();\n",
    edits: edit("// don't\nrun();", "// don't\nstop();"),
    answer: { file: "// don’t  \nstop();\n", matched: "folded" },
  },
  {
    who: "openclaw",
    failure: "look-alikes count as places of a text that stands there once",
    file: 'say "a"\nsay “a”\n',
    edits: edit('say "a"', 'say "b"'),
    answer: { file: 'say "b"\nsay “a”\n' },
  },
  {
    who: "Claude Code",
    failure: "a straight quote made curly is refused as no change",
    file: "It's\n",
    edits: edit("It's", "It’s"),
    answer: { file: "It’s\n" },
  },
  {
    who: "Roo Code",
    failure: "a quote made `&apos;` is refused as no change",
    file: "It's\n",
    edits: edit("It's", "It&apos;s"),
    answer: { file: "It&apos;s\n" },
  },
  {
    who: "Roo Code",
    failure: "entities are read as characters: a file that has them is not found",
    file: "a &lt; b\n",
    edits: edit("a &lt; b", "a &gt; b"),
    answer: { file: "a &gt; b\n" },
  },
  {
    who: "models",
    failure: "entities for the characters of the file",
    file: "x();\nif (a < b && c) {\n",
    edits: edit("if (a &lt; b &amp;&amp; c) {", "if (a) {"),
    answer: { code: "edit_not_found", hint: "escapes", lines: [2], oldString: "if (a < b && c) {" },
  },
  {
    who: "models",
    failure: "line numbers pasted from a read",
    file: steps,
    edits: edit("     2\tread();\n     3\tparse();", "     2\tread();"),
    answer: { code: "edit_not_found", hint: "line_numbers", lines: [2], oldString: "read();\nparse();" },
  },
  {
    who: "models",
    failure: "an edit that is made already",
    file: steps,
    edits: edit("load();", "parse();"),
    answer: { code: "edit_not_found", hint: "applied", lines: [3] },
  },
  {
    who: "OpenCode, Cline",
    failure: "a word is not that of the file: the lines are replaced all the same",
    file: "start(\n  limit = 20,\n);\n",
    edits: edit("start(\n  limit = 10,\n);", "start(\n  limit = 30,\n);"),
    answer: { code: "edit_not_found", hint: "first_line", lines: [1], differs: 2 },
  },
  {
    who: "OpenCode, Cline",
    failure: "a line is left out: it is deleted unseen",
    file: steps,
    edits: edit("open();\nparse();\nclose();", "open();\nclose();"),
    answer: { code: "edit_not_found", hint: "first_line", lines: [1], differs: 2 },
  },
  {
    who: "OpenCode, Cline",
    failure: "`...` stands for any lines",
    file: steps,
    edits: edit("open();\n...\nclose();", "open();\nclose();"),
    answer: { code: "edit_not_found", hint: "first_line", lines: [1], differs: 2 },
  },
  {
    who: "OpenCode, Cline",
    failure: "first and last line are right: whatever stands between them is replaced",
    file: steps,
    edits: edit("open();\nwrite();\nflush();\nclose();", "open();\nclose();"),
    answer: { code: "edit_not_found", hint: "first_line", lines: [1], differs: 2 },
  },
  {
    who: "OpenCode, Zero, oh-my-pi",
    failure: "the most similar lines are replaced",
    file: "alpha\nconst limit = compute(a, b);\nbeta\n",
    edits: edit("const limit = compute(a, c);", "const limit = 1;"),
    answer: { code: "edit_not_found", hint: "near", differs: 2 },
  },
  {
    who: "Cline",
    failure: "a text that is not found empties the file",
    file: steps,
    edits: edit("unlike(anything);", ""),
    answer: { code: "edit_not_found", hint: "none" },
  },
  {
    who: "MCP filesystem server",
    failure: "of several places the first is changed",
    file: "x = 1\ny = 2\nx = 1\n",
    edits: edit("x = 1", "x = 3"),
    answer: { code: "edit_not_unique", lines: [1, 3] },
  },
  {
    who: "deepagents, Mastra",
    failure: "of several places only the number is told",
    file: "x = 1\nx = 1\n",
    edits: edit("x = 1\n", ""),
    answer: { code: "edit_not_unique", lines: [1, 2] },
  },
  {
    who: "OpenCode",
    failure: "not found, or found twice: one message for both",
    file: "x();\ny();\nx();\n",
    edits: edit("x();", "z();"),
    answer: { code: "edit_not_unique", lines: [1, 3] },
  },
  {
    who: "MCP filesystem server",
    failure: "an empty old text inserts at the start",
    file: "a\n",
    edits: edit("", "b"),
    answer: { code: "edit_empty_old_string" },
  },
  {
    who: "MCP filesystem server",
    failure: "an edit changes what the one before it has written",
    file: "a\nb\n",
    edits: [...edit("a", "b"), ...edit("b", "c")],
    answer: { file: "b\nc\n" },
  },
  {
    who: "Cline",
    failure: "edits in another order than their places fail",
    file: steps,
    edits: [...edit("close();", "end();"), ...edit("open();", "begin();")],
    answer: { file: "begin();\nread();\nparse();\nend();\n" },
  },
  {
    who: "Gemini CLI, pi, wave-agent, koda",
    failure: "of edits sent at once some are lost",
    file: steps,
    edits: [...edit("open();", "1"), ...edit("read();", "2"), ...edit("parse();", "3"), ...edit("close();", "4")],
    calls: "one for each edit",
    answer: { file: "1\n2\n3\n4\n" },
  },
  {
    who: "OpenCode, MCP filesystem server, VS Code, Strands, Flue, Gemini CLI",
    failure: "`$&`, `$$` and `` $` `` in the new text are expanded",
    file: "a b c\n",
    edits: edit("b", "$& $$ $` $' $1"),
    answer: { file: "a $& $$ $` $' $1 c\n" },
  },
  {
    who: "pi, Claude Code, Qwen Code, Codewhale, Crush, deepagents, Mastra",
    failure: "a text with LF is not found in a file with CRLF",
    file: "a\r\nb\r\nc\r\n",
    edits: edit("a\nb", "1\n2"),
    answer: { file: "1\r\n2\r\nc\r\n" },
  },
  {
    who: "pi",
    failure: "the same where all places are to be replaced",
    file: "a\r\nb\r\na\r\nb\r\n",
    edits: [{ old_string: "a\nb", new_string: "1\n2", replace_all: true }],
    answer: { file: "1\r\n2\r\n1\r\n2\r\n" },
  },
  {
    who: "models",
    failure: "CRLF in the strings, LF in the file",
    file: "a\nb\nc\n",
    edits: edit("a\r\nb", "1\r\n2"),
    answer: { file: "1\n2\nc\n" },
  },
  {
    who: "MCP filesystem server",
    failure: "one edit makes every CRLF of the file an LF",
    file: "a\r\nb\nc\r\n",
    edits: edit("b", "1\n2"),
    answer: { file: "a\r\n1\n2\nc\r\n" },
  },
  {
    who: "Kimi Code, Claude Code, openclaw",
    failure: "the byte order mark is lost, or in the way",
    file: "\uFEFFa\nb\n",
    edits: edit("a\n", "1\n"),
    answer: { file: "\uFEFF1\nb\n" },
  },
  {
    who: "Copilot CLI",
    failure: "a byte order mark is added",
    file: "a\nb\n",
    edits: edit("a", "\uFEFF1"),
    answer: { file: "1\nb\n" },
  },
  {
    who: "Node, read as UTF-8",
    failure: "bytes that are not UTF-8 become U+FFFD, and are written so",
    file: Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a),
    edits: edit("a", "b"),
    answer: { code: "not_utf8" },
  },
];

/** The cases as a table in Markdown. */
export function editFailureTable(): string {
  const rows = knownEditFailures.map(({ who, failure, answer }) => `| ${who} | ${failure} | ${answerWords(answer)} |`);
  return ["| Who | What goes wrong | Portside |", "| --- | --- | --- |", ...rows].join("\n");
}

function answerWords(answer: KnownEditFailure["answer"]): string {
  if ("file" in answer)
    return answer.matched === undefined ? "applied as meant" : `applied as meant, and \`matched\` is \`${answer.matched}\``;
  const { code, hint, lines = [], oldString, differs } = answer;
  return [
    `refused: \`${code}\``,
    ...(hint === undefined ? [] : [`\`${hint}\``]),
    ...(lines.length === 0 ? [] : [`line${lines.length > 1 ? "s" : ""} ${lines.join(" and ")}`]),
    ...(oldString === undefined ? [] : ["the text as it stands there"]),
    ...(differs === undefined ? [] : [`first difference in line ${differs}`]),
  ].join(", ");
}
