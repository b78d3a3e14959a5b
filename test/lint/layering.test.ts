import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../..");

/** One file of each row of the import table: an import it may not have, and one it may. */
const rows: readonly { readonly file: string; readonly forbidden: string; readonly allowed: string }[] = [
  row("src/core/a.ts", `export * from "../ports/a.ts";`, `export * from "./b.ts";`),
  row("src/ports/a.ts", `import type { a } from "../volumes/volume.ts";`, `import type { a } from "../core/a.ts";`),
  row("src/engines/regex/a.ts", `import "../glob/a.ts";`, `import "../../core/a.ts";`),
  row("src/engines/glob/a.ts", `import "../ignore/a.ts";`, `import "../../core/a.ts";`),
  row("src/engines/diff/a.ts", `import "../edit/a.ts";`, `import "diff";`),
  row("src/engines/ignore/a.ts", `import "../edit/a.ts";`, `import "../glob/a.ts";`),
  row("src/engines/edit/a.ts", `import "../patch/a.ts";`, `import "../diff/a.ts";`),
  row("src/engines/patch/a.ts", `import "../../volumes/volume.ts";`, `import "../edit/a.ts";`),
  row("src/engines/grep/a.ts", `import "../patch/a.ts";`, `import "../regex/a.ts";`),
  row("src/engines/symbols/a.ts", `import "../../ports/a.ts";`, `import "../grep/a.ts";`),
  row("src/volumes/a.ts", `import "../workspace/access.ts";`, `import "../engines/diff/a.ts";`),
  row("src/volumes/opfs/a.ts", `import "../../engines/glob/a.ts";`, `import "../volume.ts";`),
  row("src/workspace/a.ts", `import { a } from "../policy/guard.ts";`, `import type { a } from "../policy/guard.ts";`),
  row("src/policy/a.ts", `import { a } from "../workspace/access.ts";`, `import { type a } from "../workspace/access.ts";`),
  row("src/history/a.ts", `import "../volumes/memory.ts";`, `import "../volumes/change-set.ts";`),
  row("src/transfer/a.ts", `import { a } from "../ports/a.ts";`, `import type { a } from "../ports/a.ts";`),
  row("src/shell/a.ts", `import "../tools/a.ts";`, `import "../volumes/volume.ts";`),
  row("src/tools/a.ts", `import "../workspace/access.ts";`, `import * as z from "zod";`),
  row("src/tools/default/a.ts", `import "../../engines/patch/plan.ts";`, `import "../../engines/patch/parse.ts";`),
  row("src/adapters/a.ts", `import { a } from "../ports/a.ts";`, `import "../tools/a.ts";`),
  row("src/transcript/a.ts", `await import("../workspace/a.ts");`, `import "../core/a.ts";`),
  row("src/worker/client.ts", `import * as z from "zod";`, `import "../tools/result.ts";`),
  row("src/worker/tabs.ts", `import "../workspace/a.ts";`, `import "./protocol.ts";`),
  row("src/worker/remote-fs.ts", `import "../workspace/access.ts";`, `import "../workspace/fs.ts";`),
  row("src/worker/protocol.ts", `import "../core/a.ts";`, `import type { a } from "../core/a.ts";`),
  row("src/worker/serve.ts", `import "../conformance/a.ts";`, `import "../workspace/a.ts";`),
  row("src/worker/index.ts", `import "../adapters/a.ts";`, `import "./serve.ts";`),
  row("src/index.ts", `import "./evaluation/a.ts";`, `import "./worker/client.ts";`),
  row("src/conformance/a.ts", `import "../volumes/memory.ts";`, `import "../volumes/volume.ts";`),
  row("src/evaluation/a.ts", `import "../tools/a.ts";`, `import "../transcript/a.ts";`),
  row("playground/a.ts", `import "../src/index.ts";`, `import "portside/worker";`),
  row("examples/a.ts", `import "../src/index.ts";`, `import "portside";`),
];

function row(file: string, forbidden: string, allowed: string) {
  return { file, forbidden, allowed };
}

let project: string;
let planted: string[];

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "portside-lint-"));
  planted = [];
  for (const part of [".oxlintrc.json", "package.json", "scripts/lint"])
    cpSync(join(repository, part), join(project, part), { recursive: true });
});

afterEach(() => rmSync(project, { recursive: true }));

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), `${text}\n`);
  planted.push(file);
}

function lint(): {
  readonly status: number | null;
  readonly faults: readonly { readonly rule: string; readonly file: string; readonly message: string }[];
} {
  const oxlint = join(repository, "node_modules/oxlint/bin/oxlint");
  const { status, stdout } = spawnSync(process.execPath, [oxlint, "--deny-warnings", "--format", "json", ...planted], {
    cwd: project,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; message: string }[] };
  return { status, faults: diagnostics.map(({ code, filename, message }) => ({ rule: code, file: filename, message })) };
}

describe("the import table", () => {
  test("refuses one import in every folder", () => {
    for (const { file, forbidden } of rows) plant(file, forbidden);
    const { status, faults } = lint();
    const refused = faults.filter(({ rule }) => rule === "portside(layering)").map(({ file }) => file);
    expect(refused.toSorted()).toEqual(rows.map(({ file }) => file).toSorted());
    expect(status).toBe(1);
  });

  test("lets through what a folder may import", () => {
    for (const { file, allowed } of rows) plant(file, allowed);
    expect(lint().faults.filter(({ rule }) => rule === "portside(layering)")).toEqual([]);
  });

  test("says which imports the folder may have", () => {
    plant("src/volumes/a.ts", `import "../tools/a.ts";`);
    expect(lint().faults.map(({ message }) => message)).toEqual(['"../tools/a.ts": volumes may import core, engines/diff.']);
  });

  test("leaves the tests beside the files alone", () => {
    plant("src/core/a.test.ts", `import "../volumes/memory.ts";`);
    expect(lint()).toEqual({ status: 0, faults: [] });
  });
});

describe("import cycles", () => {
  test("are refused", () => {
    plant("src/core/a.ts", `import { b } from "./b.ts";\nexport const a = (): number => b();`);
    plant("src/core/b.ts", `import { a } from "./a.ts";\nexport const b = (): number => a();`);
    const { status, faults } = lint();
    expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(["import(no-cycle)"]));
    expect(status).toBe(1);
  });

  test("of types alone are fine", () => {
    plant("src/core/a.ts", `import type { B } from "./b.ts";\nexport interface A { readonly b: B }`);
    plant("src/core/b.ts", `import type { A } from "./a.ts";\nexport interface B { readonly a?: A }`);
    expect(lint()).toEqual({ status: 0, faults: [] });
  });
});

describe("bans", () => {
  test.each([
    ["the clock", "export const now = Date.now();", "eslint(no-restricted-properties)"],
    ["chance", "export const id = Math.random();", "eslint(no-restricted-properties)"],
    [
      "a pattern built at run time",
      'export const pattern = (text: string): unknown => new RegExp(text, "u");',
      "eslint(no-restricted-globals)",
    ],
    [
      "a replacement text",
      'export const put = (text: string, to: string): string => text.replace("a", to);',
      "portside(replacement-function)",
    ],
    ["any", "export const anything: any = 1;", "typescript(no-explicit-any)"],
    ["a default export", "export default 1;", "import(no-default-export)"],
  ])("refuse %s", (_, text, rule) => {
    plant("src/core/a.ts", text);
    expect(lint().faults.map((fault) => fault.rule)).toEqual([rule]);
  });

  test("let a function replace", () => {
    plant("src/core/a.ts", 'export const put = (text: string, to: string): string => text.replace("a", () => to);');
    expect(lint()).toEqual({ status: 0, faults: [] });
  });
});
