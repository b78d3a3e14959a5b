/** Files, and a patch of them. */
export interface Shape {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly patch: string;
}

const context = 3;

/** The shapes in which patches come, from a thousand small files to one that fits nowhere. */
export function shapes(): readonly Shape[] {
  const large = fileOf(260_000);
  const exact = patchOf("large.txt", large, 5_000);
  return [
    manyFiles(1_000, 4),
    oneFile("10 MB, 5,000 hunks, exact", large, exact),
    oneFile("the same, file drifted by 3 lines", [...fileOf(3, "above"), ...large], exact),
    oneFile("500 hunks, numbers off by 2,000", [...fileOf(2_000, "above"), ...large], patchOf("large.txt", large, 500)),
    oneFile("10 MB, no match", large, patchOf("large.txt", fileOf(100, "elsewhere"), 1)),
    oneFile("200,000 repetitive lines, no match", repetitive(200_000), missingHunk(repetitive(12))),
  ];
}

/** A long run of equal lines under a hunk of many that ends otherwise: the worst for whoever compares line by line at every place. */
export function worstShape(lines: number): Shape {
  return oneFile(
    `${lines} equal lines`,
    Array<string>(lines).fill("equal"),
    missingHunk([...Array<string>(lines / 4).fill("equal"), "end"]),
  );
}

function manyFiles(count: number, hunks: number): Shape {
  const names = Array.from({ length: count }, (_, i) => `src/part${i % 20}/file${i}.ts`);
  const files = names.map((name, i) => [name, fileOf(hunks * 40, `value${i}`)] as const);
  return {
    name: `${count} files, ${hunks} hunks each`,
    files: new Map(files.map(([name, lines]) => [name, textOf(lines)])),
    patch: files.map(([name, lines]) => patchOf(name, lines, hunks)).join(""),
  };
}

function oneFile(name: string, lines: readonly string[], patch: string): Shape {
  return { name, files: new Map([["large.txt", textOf(lines)]]), patch };
}

function fileOf(lines: number, word = "line"): string[] {
  return Array.from({ length: lines }, (_, i) =>
    i % 9 === 8 ? "}" : `  const ${word}_${i} = compute(${(i * 7919) % 10_007}, "${word}");`,
  );
}

function repetitive(lines: number): string[] {
  return Array.from({ length: lines }, (_, i) => ["if (done) {", "  return;", "}", ""][i % 4] as string);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Hunks spread evenly; each replaces one line, and every third adds one. */
function patchOf(name: string, lines: readonly string[], count: number): string {
  const step = Math.floor(lines.length / count);
  let shift = 0;
  const hunks = Array.from({ length: count }, (_, i) => {
    const at = i * step + Math.floor(step / 2);
    const added = [`changed ${i}`, ...(i % 3 === 0 ? [`added ${i}`] : [])];
    const text = hunkAt(lines, { at, added, shift });
    shift += added.length - 1;
    return text;
  });
  return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${hunks.join("")}`;
}

interface Change {
  /** 0-based line that is replaced. */
  readonly at: number;
  readonly added: readonly string[];
  readonly shift: number;
}

function hunkAt(lines: readonly string[], { at, added, shift }: Change): string {
  const first = at - context;
  const old = lines.slice(first, at + context + 1);
  const body = [
    ...old.slice(0, context).map(kept),
    `-${old[context]}\n`,
    ...added.map((line) => `+${line}\n`),
    ...old.slice(context + 1).map(kept),
  ];
  return `@@ -${first + 1},${old.length} +${first + 1 + shift},${old.length + added.length - 1} @@\n${body.join("")}`;
}

function kept(line: string): string {
  return ` ${line}\n`;
}

/** A hunk of these lines, and one that is in no file. */
function missingHunk(lines: readonly string[]): string {
  const body = [...lines.map(kept), "-in no file\n", "+new\n", ...lines.slice(0, context).map(kept)];
  const count = lines.length + 1 + Math.min(context, lines.length);
  return `diff --git a/large.txt b/large.txt\n--- a/large.txt\n+++ b/large.txt\n@@ -101,${count} +101,${count} @@\n${body.join("")}`;
}
