import { describe, expect, test } from "vitest";
import type { RestorePoint } from "portside";
import { applyEffects, clearMarks, rowsOf, treeOf } from "./file-tree.ts";
import type { FileTree } from "./file-tree.ts";

const start = treeOf([
  { path: "src", kind: "directory" },
  { path: "src/a.ts", kind: "file" },
  { path: "src/b.ts", kind: "file" },
  { path: "README.md", kind: "file" },
]);

function marksOf(tree: FileTree): Record<string, string> {
  return Object.fromEntries([...tree].flatMap(([path, { mark, from }]) => (mark ? [[path, from ? `${mark} ${from}` : mark]] : [])));
}

describe("applyEffects", () => {
  test("marks what was added with its new directories, modified, deleted and renamed", () => {
    const after = applyEffects(start, [
      { op: "mkdir", path: "docs" },
      { op: "create", path: "docs/new.md" },
      { op: "modify", path: "docs/new.md" },
      { op: "modify", path: "README.md" },
      { op: "delete", path: "src/b.ts" },
      { op: "move", from: "src/a.ts", path: "src/c.ts" },
    ]);
    expect(marksOf(after)).toEqual({ docs: "A", "docs/new.md": "A", "README.md": "M", "src/b.ts": "D", "src/c.ts": "R src/a.ts" });
    expect(after.has("src/a.ts")).toBe(false);
  });

  test("makes the directories on the way to a new file", () => {
    expect(marksOf(applyEffects(start, [{ op: "create", path: "x/y/z.ts" }]))).toEqual({ x: "A", "x/y": "A", "x/y/z.ts": "A" });
  });

  test("forgets what came and went, and knows the first place of what was moved twice or deleted after a move", () => {
    expect(
      marksOf(
        applyEffects(start, [
          { op: "create", path: "t" },
          { op: "delete", path: "t" },
        ]),
      ),
    ).toEqual({});
    const twice = applyEffects(start, [
      { op: "move", from: "src/a.ts", path: "x.ts" },
      { op: "move", from: "x.ts", path: "y.ts" },
    ]);
    expect(marksOf(twice)).toEqual({ "y.ts": "R src/a.ts" });
    expect(marksOf(applyEffects(twice, [{ op: "move", from: "y.ts", path: "src/a.ts" }]))).toEqual({});
    expect(marksOf(applyEffects(twice, [{ op: "delete", path: "y.ts" }]))).toEqual({ "src/a.ts": "D" });
  });

  test("takes all that is below a moved directory along", () => {
    const after = applyEffects(start, [{ op: "move", from: "src", path: "lib" }]);
    expect(marksOf(after)).toEqual({ lib: "R src", "lib/a.ts": "R src/a.ts", "lib/b.ts": "R src/b.ts" });
  });

  test("what takes the place of something deleted has modified it", () => {
    const after = applyEffects(start, [
      { op: "delete", path: "README.md" },
      { op: "create", path: "README.md" },
    ]);
    expect(marksOf(after)).toEqual({ "README.md": "M" });
  });
});

describe("clearMarks", () => {
  const modified = applyEffects(start, [
    { op: "modify", path: "src/a.ts" },
    { op: "modify", path: "src/b.ts" },
    { op: "create", path: "c.ts" },
  ]);
  const point = { by: "tool", bytes: 0, undone: "no" } as const;

  test("unmarks a file once all its changes were taken back, and leaves the others", () => {
    const first = { ...point, id: 8, changes: [{ op: "modify", path: "src/a.ts" }] } as const;
    const second = { ...point, id: 9, changes: [{ op: "modify", path: "src/a.ts" }] } as const;
    const other = { ...point, id: 10, changes: [{ op: "modify", path: "src/b.ts" }] } as const;
    const both = { a: "M", b: "M" };
    const marks = (points: readonly RestorePoint[]) => {
      const { "src/a.ts": a, "src/b.ts": b, "c.ts": c } = marksOf(clearMarks(modified, points, 7));
      expect(c).toBe("A");
      return { a, b };
    };
    expect(marks([first, { ...second, undone: "yes" }, other])).toEqual(both);
    expect(marks([{ ...first, undone: "yes" }, { ...second, undone: "yes" }, other])).toEqual({ a: undefined, b: "M" });
  });

  test("what was changed before the tree was taken, and the way back itself, count for nothing", () => {
    const before = { ...point, id: 7, changes: [{ op: "modify", path: "src/a.ts" }] } as const;
    const back = { ...point, id: 9, by: "undo", changes: [{ op: "modify", path: "src/a.ts" }] } as const;
    expect(marksOf(clearMarks(modified, [before, back], 7))).toEqual({ "c.ts": "A" });
  });
});

describe("rowsOf", () => {
  test("shows directories first, and what is below them when they are expanded", () => {
    const names = (expanded: readonly string[]) =>
      rowsOf(start, new Set(expanded)).map(({ path, level, position, setSize }) => `${path} ${level} ${position}/${setSize}`);
    expect(names([])).toEqual(["src 1 1/2", "README.md 1 2/2"]);
    expect(names(["src"])).toEqual(["src 1 1/2", "src/a.ts 2 1/2", "src/b.ts 2 2/2", "README.md 1 2/2"]);
  });

  test("a directory tells of changes below it", () => {
    const after = applyEffects(start, [{ op: "modify", path: "src/a.ts" }]);
    expect(rowsOf(after, new Set()).map(({ path, changed }) => [path, changed])).toEqual([
      ["src", true],
      ["README.md", false],
    ]);
  });
});
