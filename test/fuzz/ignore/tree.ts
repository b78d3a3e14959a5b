import fc from "fast-check";
import type { IgnoreTree } from "../../support/ignore-tree.ts";

export interface Entry {
  readonly path: string;
  readonly dir: boolean;
}

/** A tree of directories with what is in it; parents come before their children. */
export interface FuzzTree extends IgnoreTree {
  readonly repositories: Readonly<Record<string, string>>;
  readonly entries: readonly Entry[];
}

const deepest = 5;

const words = ["a", "b", "f", "fo", "foo", "foo.txt", "bar", "bar.log", ".env", "build", "A", "Foo", "BAR.LOG", "é", "É", "日本", "😀.md"];
const oddWords = [
  " a",
  "a ",
  "a  ",
  "#a",
  "!a",
  "a\tb",
  "a\t",
  "*",
  "**",
  "?",
  "[a]",
  "[",
  "]",
  "-",
  "a{b}",
  "{a,b}",
  "\\a",
  "a\\",
  "a\r",
  "a\nb",
  ":a",
];

/** Any name of one ASCII character, so that classes are tried on all of them. */
const character = fc.integer({ min: 1, max: 0x7f }).map((code) => String.fromCharCode(code));
const name = fc
  .oneof(
    { weight: 10, arbitrary: fc.constantFrom(...words) },
    { weight: 3, arbitrary: fc.constantFrom(...oddWords) },
    { weight: 4, arbitrary: character },
    { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", "f", "o", ".", "A", "é"), minLength: 1, maxLength: 5 }) },
  )
  .filter((text) => !text.includes("/") && text !== "." && text !== "..");

const namedClass = fc
  .constantFrom("alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "nope", "")
  .map((word) => `[:${word}:]`);
const member = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("a", "b", "f", "o", "A", "F", "-", "a-f", "A-F", "z-a", "]", "[", "é", ".", "/", "\\]", "\\a", "\\A-\\F"),
  },
  { weight: 2, arbitrary: namedClass },
  { weight: 1, arbitrary: fc.constantFrom("[:", "[:a", "[.", "a-[:", "--") },
);
const bracket = fc
  .tuple(fc.constantFrom("", "", "!", "^"), fc.array(member, { maxLength: 3 }), fc.constantFrom("]", "]", "]", "]", "]", ""))
  .map(([mark, members, close]) => `[${mark}${members.join("")}${close}`);
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "f", "o", "foo", "bar", ".", "A", "F", "é", "日", ".txt", ".log") },
  { weight: 6, arbitrary: fc.constantFrom("*", "*", "**", "***", "?", "??") },
  { weight: 5, arbitrary: fc.constantFrom("/", "/", "/", "/**", "**/", "/**/", "//") },
  { weight: 2, arbitrary: bracket },
  { weight: 2, arbitrary: fc.constantFrom("\\", "\\*", "\\a", "\\A", "\\/", "\\ ", " ", "\t", "#", "!", "{a,b}", "\r", "\\\\", "\0") },
);

/** A pattern that names something a tree may hold. */
const likely = fc
  .tuple(
    fc.constantFrom("", "", "", "/", "**/", "a/", "foo/", "*/"),
    fc.oneof(
      name,
      name,
      bracket,
      namedClass.map((members) => `[${members}]`),
      fc.constantFrom("*", "*.txt", "*.log", "f*", "?", "??", "*o", "f**", "[a-f]*", "[A-F]*"),
    ),
    fc.constantFrom("", "", "", "", "/", "/*", "/**", "/**/a", "/foo", "**/a", "/f**"),
  )
  .map((parts) => parts.join(""));
const pattern = fc.oneof(
  { weight: 3, arbitrary: likely },
  { weight: 2, arbitrary: fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join("")) },
);
const line = fc
  .tuple(
    fc.constantFrom("", "", "", "!", "!", "#", "\\", "/"),
    pattern,
    fc.constantFrom("", "", "", "", "", "", "/", " ", "  ", "\\ ", "\\\\ ", "\\\\\\  ", "\r", "\t"),
  )
  .map((parts) => parts.join(""));
const text = fc
  .tuple(
    fc.constantFrom("", "", "", "", "", "\uFEFF"),
    fc.array(line, { minLength: 1, maxLength: 7 }),
    fc.constantFrom("\n", "\n", "\n", "\r\n"),
    fc.constantFrom("", "\n"),
  )
  .map(([mark, lines, end, last]) => mark + lines.join(end) + last);
const textOrNone = fc.oneof(fc.constant(""), text);

/** Where something goes is a number, taken modulo what there is. */
const place = fc.nat({ max: 1_000 });

/** Trees with ignore files of every layer, in about the number of entries a small project has. */
export const fuzzTree: fc.Arbitrary<FuzzTree> = fc
  .record({
    ignoreCase: fc.boolean(),
    global: textOrNone,
    exclude: textOrNone,
    entries: fc.array(fc.record({ place, name, dir: fc.boolean() }), { minLength: 40, maxLength: 80, size: "max" }),
    ignoreFiles: fc.array(fc.tuple(place, text), { minLength: 1, maxLength: 5 }),
    repositories: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.tuple(place, textOrNone), { maxLength: 2 }) },
    ),
  })
  .map(({ entries: sprouts, ignoreFiles, repositories, ...rest }) => {
    const entries = grow(sprouts);
    const below = entries.filter(({ dir }) => dir).map(({ path }) => path);
    return { ...rest, entries, ignoreFiles: spread(["", ...below], ignoreFiles), repositories: spread(below, repositories) };
  });

function grow(sprouts: readonly { readonly place: number; readonly name: string; readonly dir: boolean }[]): Entry[] {
  const directories = [""];
  const entries = new Map<string, Entry>();
  for (const sprout of sprouts) {
    const parent = directories[sprout.place % directories.length] as string;
    const path = parent === "" ? sprout.name : `${parent}/${sprout.name}`;
    if (entries.has(path)) continue;
    const dir = sprout.dir && path.split("/").length < deepest;
    entries.set(path, { path, dir });
    if (dir) directories.push(path);
  }
  return [...entries.values()];
}

/** Gives each text to one of the directories; the first is the likeliest, as the root should have one. */
function spread(directories: readonly string[], texts: readonly (readonly [number, string])[]): Record<string, string> {
  if (directories.length === 0) return {};
  return Object.fromEntries(texts.map(([where, content], i) => [directories[i === 0 ? 0 : where % directories.length] as string, content]));
}
