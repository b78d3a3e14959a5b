import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { compileSearch, FileSearcher, Source } from "./index.ts";
import type { ContextLines, FileOutcome, FoundLine, SearchOptions, Sink } from "./index.ts";
import { encode } from "../../core/text.ts";

type SeenLine = Omit<FoundLine, "byteLength">;

interface Found {
  readonly lines: readonly SeenLine[];
  readonly outcome: FileOutcome;
}

/** With the text of the file at hand and without, which must make no difference. */
async function search(
  options: SearchOptions,
  content: string | Uint8Array,
  context: Partial<ContextLines> = {},
  limit: number = Infinity,
): Promise<Found> {
  const compiled = await compileSearch(options);
  const bytes = typeof content === "string" ? encode(content) : content;
  const [found, inBytes] = [true, false].map((keepsText): Found => {
    const lines: SeenLine[] = [];
    const sink: Sink = { line: (line) => lines.push(seen(line)) < limit };
    const searcher = new FileSearcher(compiled, { context: { before: 0, after: 0, ...context }, sink });
    return { outcome: searcher.search(Source.of(bytes, keepsText)), lines };
  });
  expect(inBytes).toEqual(found);
  return found as Found;
}

/** What is left of it when the next line comes. */
function seen(found: FoundLine): SeenLine {
  const { line, text, kind, side, matchStart } = found;
  return { line, text, kind, ...(side && { side }), ...(matchStart !== undefined && { matchStart }) };
}

/** "2:text" for a match, "2-text" for context. */
async function rows(options: SearchOptions, content: string | Uint8Array, context?: Partial<ContextLines>): Promise<string[]> {
  const { lines } = await search(options, content, context);
  return lines.map(({ line, text, kind }) => `${line}${kind === "match" ? ":" : "-"}${text}`);
}

function bytesOf(...parts: readonly (string | number)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...encode(part)])));
}

describe("lines", () => {
  test("the final newline begins no other line", async () => {
    expect(await rows({ pattern: "" }, "a\n\nb\n")).toEqual(["1:a", "2:", "3:b"]);
    expect(await rows({ pattern: "" }, "a\nb")).toEqual(["1:a", "2:b"]);
    expect(await rows({ pattern: "x*" }, "")).toEqual([]);
  });

  test("all four anchors are the ends of the line", async () => {
    const text = "one\ntwo\nthree two\n";
    expect(await rows({ pattern: "^two$" }, text)).toEqual(["2:two"]);
    expect(await rows({ pattern: "\\Atwo" }, text)).toEqual(["2:two"]);
    expect(await rows({ pattern: "two\\z" }, text)).toEqual(["2:two", "3:three two"]);
  });

  test("a line with several matches counts once [#211]", async () => {
    const { lines, outcome } = await search({ pattern: "x" }, "x x\ny\nx\n");
    expect(lines).toHaveLength(2);
    expect(outcome).toEqual({ binary: false, matches: 2, stoppedAtNul: false });
  });

  test("nothing leaves its line", async () => {
    expect(await rows({ pattern: "a[^x]b" }, "a\nb\na b\n")).toEqual(["3:a b"]);
    expect(await rows({ pattern: "o|\\n" }, "one\nt\n")).toEqual(["1:one"]);
  });

  test.each(["a\\nb", "\\n*", "[\\n]", "\\x{a}", "(?:.|\\n)b", "a|b\\n"])(
    "%s needs multiline, and the error names it [#219]",
    async (pattern) => {
      await expect(compileSearch({ pattern })).rejects.toMatchObject({
        code: "invalid_pattern",
        details: { reason: "newline_needs_multiline", hint: "set_multiline" },
      });
      await expect(compileSearch({ pattern, multiline: true })).resolves.toBeDefined();
    },
  );

  test("a line knows where its first match begins", async () => {
    const { lines } = await search({ pattern: "b+" }, "aabbab\n", {});
    expect(lines).toEqual([{ line: 1, text: "aabbab", kind: "match", matchStart: 2 }]);
  });
});

describe("CRLF and CR", () => {
  test("CRLF ends a line and nothing sees its CR [#228]", async () => {
    expect(await rows({ pattern: "foo$" }, "foo\r\nbar foo\r\n\r\n")).toEqual(["1:foo", "2:bar foo"]);
    expect(await rows({ pattern: "[^x]$" }, "x\r\n\r\nyz\r\n")).toEqual(["3:yz"]);
    expect(await rows({ pattern: "^$" }, "a\r\n\r\nb\r\n")).toEqual(["2:"]);
    expect(await rows({ pattern: "\\r" }, "a\r\nb\rc\r\n")).toEqual(["2:b\rc"]);
  });

  test("a lone CR is content, at the end of a file too", async () => {
    expect(await rows({ pattern: "a.b" }, "a\rb\n")).toEqual(["1:a\rb"]);
    expect(await rows({ pattern: "c." }, "a\r\nc\r")).toEqual(["2:c\r"]);
  });

  test("across lines, CRLF is one end of line and CR a character", async () => {
    expect(await rows({ pattern: "a$\\r\\n^b", multiline: true }, "a\r\nb\r\n")).toEqual(["1:a", "2:b"]);
  });
});

describe("context", () => {
  const text = "1\nx\n3\nx\n5\n6\n7\nx\n";

  test("windows that overlap or touch give each line once, and a match stays a match [#212]", async () => {
    expect(await rows({ pattern: "x" }, "1\nx\n3\nx\n5\n6\n", { before: 1, after: 1 })).toEqual(["1-1", "2:x", "3-3", "4:x", "5-5"]);
    expect(await rows({ pattern: "x" }, "x\n2\n3\nx\nx\n", { before: 1, after: 1 })).toEqual(["1:x", "2-2", "3-3", "4:x", "5:x"]);
  });

  test("lines between windows are left out, and numbers go on", async () => {
    expect(await rows({ pattern: "x" }, text, { after: 1 })).toEqual(["2:x", "3-3", "4:x", "5-5", "8:x"]);
    expect(await rows({ pattern: "x" }, text, { before: 2 })).toEqual(["1-1", "2:x", "3-3", "4:x", "6-6", "7-7", "8:x"]);
  });

  test("a context line says which match it belongs to", async () => {
    const { lines } = await search({ pattern: "x" }, "1\nx\n3\n4\n5\nx\n", { before: 1, after: 1 });
    expect(lines.map(({ line, side }) => [line, side])).toEqual([
      [1, "before"],
      [2, undefined],
      [3, "after"],
      [5, "before"],
      [6, undefined],
    ]);
  });

  test("the sink ends the search", async () => {
    const { lines, outcome } = await search({ pattern: "x" }, text, { after: 1 }, 3);
    expect(lines.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(outcome.matches).toBe(2);
  });
});

describe("case, fixed, word", () => {
  test("case matters unless said otherwise [#223]", async () => {
    const text = "Error\nerror\n";
    expect(await rows({ pattern: "error" }, text)).toEqual(["2:error"]);
    expect(await rows({ pattern: "error", case: "insensitive" }, text)).toEqual(["1:Error", "2:error"]);
    expect(await rows({ pattern: "error", case: "smart" }, text)).toEqual(["1:Error", "2:error"]);
    expect(await rows({ pattern: "Error", case: "smart" }, text)).toEqual(["1:Error"]);
  });

  test("a fixed pattern has no metacharacters, and smart case reads all of it", async () => {
    expect(await rows({ pattern: "a.(b", fixed: true }, "a.(b\naxb\n")).toEqual(["1:a.(b"]);
    expect(await rows({ pattern: "\\A", fixed: true, case: "smart" }, "\\a\n\\A\n")).toEqual(["2:\\A"]);
    await expect(compileSearch({ pattern: "a\nb", fixed: true })).rejects.toMatchObject({
      details: { reason: "newline_needs_multiline", span: [1, 2] },
    });
  });

  test("word asks for no word character on either side, Unicode's included", async () => {
    const text = "foo\nfoobar\nbarfoo\nfoo-bar\nfoo_bar\néfoo\nfooé\n(foo)\n數foo\n😀foo\nxfoo foo\n";
    const found = ["1:foo", "4:foo-bar", "8:(foo)", "10:😀foo", "11:xfoo foo"];
    expect(await rows({ pattern: "foo", word: true }, text)).toEqual(found);
    expect(await rows({ pattern: "fo+|x", word: true }, text)).toEqual(found);
  });

  test("word lets a match begin and end with what is no word", async () => {
    expect(await rows({ pattern: "-foo", word: true }, "-foo-\na-foo\n--foo\n")).toEqual(["1:-foo-", "3:--foo"]);
    expect(await rows({ pattern: "$foo$", fixed: true, word: true }, "$foo$\na$foo$\n")).toEqual(["1:$foo$"]);
  });
});

describe("multiline", () => {
  const text = "one\ntwo\nthree two\n\nfour";

  test("each line of a match is a matching line, once", async () => {
    expect(await rows({ pattern: "e\\nt", multiline: true }, text)).toEqual(["1:one", "2:two"]);
    expect(await rows({ pattern: "o[^z]*?t", multiline: true }, text)).toEqual(["1:one", "2:two", "3:three two"]);
    expect(await rows({ pattern: "x*", multiline: true }, text)).toEqual(["1:one", "2:two", "3:three two", "4:", "5:four"]);
    expect(await rows({ pattern: "^|[^a]", multiline: true }, "b\n\n\n")).toEqual(["1:b", "2:", "3:"]);
    expect(await rows({ pattern: "$", multiline: true }, "a\n\n")).toEqual(["1:a", "2:"]);
  });

  test("text anchors are the ends of the file, line anchors those of its lines", async () => {
    expect(await rows({ pattern: "\\Atwo", multiline: true }, text)).toEqual([]);
    expect(await rows({ pattern: "four\\z", multiline: true }, text)).toEqual(["5:four"]);
    expect(await rows({ pattern: "two$\\n^three", multiline: true }, text)).toEqual(["2:two", "3:three two"]);
  });

  test("the dot crosses lines only with dotAll", async () => {
    expect(await rows({ pattern: "one.two", multiline: true }, text)).toEqual([]);
    expect(await rows({ pattern: "one.two", multiline: true, dotAll: true }, text)).toEqual(["1:one", "2:two"]);
  });

  test("the first match of a line is where the line's own part begins", async () => {
    const { lines } = await search({ pattern: "b\\nc", multiline: true }, "ab\ncd\n");
    expect(lines.map(({ matchStart }) => matchStart)).toEqual([1, 0]);
  });
});

describe("blocks", () => {
  const blocks = { multiline: true, dotAll: true, blocks: true };

  test("a match of several lines is one entry with its first line and whole text [#220]", async () => {
    const { lines, outcome } = await search({ pattern: "first.*last", ...blocks }, "x\nfirst\nmid\r\nlast\ny\n");
    expect(lines).toEqual([{ line: 2, text: "first\nmid\nlast", kind: "match", matchStart: 0 }]);
    expect(outcome.matches).toBe(1);
  });

  test("matches on adjacent lines, or sharing one, are one block; others are not", async () => {
    const { lines, outcome } = await search({ pattern: "a\\nb|x", ...blocks }, "a\nb x\nx\n\nx\n");
    expect(lines.map(({ line, text }) => [line, text])).toEqual([
      [1, "a\nb x\nx"],
      [5, "x"],
    ]);
    expect(outcome.matches).toBe(2);
  });

  test("context goes around blocks", async () => {
    expect(await rows({ pattern: "b\\nc", ...blocks }, "1\na\nb\nc\nd\n2\n", { before: 1, after: 1 })).toEqual(["2-a", "3:b\nc", "5-d"]);
  });
});

describe("bytes", () => {
  test("a byte order mark is not part of the text; UTF-16 with one is read [#229]", async () => {
    expect(await rows({ pattern: "^foo" }, "\uFEFFfoo\n")).toEqual(["1:foo"]);
    const wide = [..."\uFEFFbar\nfoo é\n"].map((character) => character.charCodeAt(0));
    const littleEndian = Uint8Array.from(wide.flatMap((unit) => [unit & 0xff, unit >> 8]));
    const bigEndian = Uint8Array.from(wide.flatMap((unit) => [unit >> 8, unit & 0xff]));
    for (const bytes of [littleEndian, bigEndian]) expect(await rows({ pattern: "^foo" }, bytes)).toEqual(["2:foo é"]);
  });

  test("a NUL in the leading 64 KiB makes it binary; a later one ends the search before its line", async () => {
    expect((await search({ pattern: "a" }, bytesOf("a\n", 0, "\n"))).outcome).toEqual({ binary: true, matches: 0, stoppedAtNul: false });
    const filler = "b\n".repeat(40_000);
    const { lines, outcome } = await search({ pattern: "a" }, bytesOf("a\n", filler, "a\na", 0, "\na\n"));
    expect(lines.map(({ line }) => line)).toEqual([1, 40_002]);
    expect(outcome).toEqual({ binary: false, matches: 2, stoppedAtNul: true });
  });

  test("a line that is not UTF-8 is found, shown with U+FFFD, and its bad bytes match nothing [#232]", async () => {
    const content = bytesOf("foo", 0xff, "bar\nfoo", 0xe2, 0x82, "\n");
    expect(await rows({ pattern: "bar" }, content)).toEqual(["1:foo\uFFFDbar"]);
    expect(await rows({ pattern: "foo$" }, content)).toEqual([]);
    expect(await rows({ pattern: "foo." }, content)).toEqual([]);
    expect(await rows({ pattern: "foo[^a]" }, content)).toEqual([]);
    expect(await rows({ pattern: "foo" }, content)).toEqual(["1:foo\uFFFDbar", "2:foo\uFFFD"]);
  });

  test("an U+FFFD that the file holds is a character", async () => {
    expect(await rows({ pattern: "^a.$" }, bytesOf("a\uFFFD\na", 0x80, "\na\uFFFD", 0x80, "\n"))).toEqual(["1:a\uFFFD"]);
    expect(await rows({ pattern: "\uFFFD" }, bytesOf("\uFFFD\n", 0x80, "\n"))).toEqual(["1:\uFFFD"]);
  });
});

describe("against a search line by line", () => {
  const text = fc.array(fc.constantFrom("a", "b", "ab", "\n", "\r\n", "é"), { maxLength: 20 }).map((parts) => parts.join(""));
  const pattern = fc.constantFrom("a", "ab", "b$", "^a", "a.*b", "(a|é)b", "", "^$", "[^a]b");

  function linesOf(content: string): string[] {
    const lines = content.split("\n").map((line, index, all) => (index < all.length - 1 ? line.replace(/\r$/, "") : line));
    return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  }

  test("the matching lines are those that V8 finds, and context is what stands around them", async () => {
    await fc.assert(
      fc.asyncProperty(pattern, text, fc.nat(2), fc.nat(2), async (source, content, before, after) => {
        const lines = linesOf(content);
        const hits = lines.flatMap((line, index) => (new RegExp(source, "su").test(line) ? [index] : []));
        const expected = lines.flatMap((line, index) => {
          if (hits.includes(index)) return [`${index + 1}:${line}`];
          return hits.some((hit) => index >= hit - before && index <= hit + after) ? [`${index + 1}-${line}`] : [];
        });
        expect(await rows({ pattern: source }, content, { before, after })).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
