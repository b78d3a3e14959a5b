import { encode } from "../core/text.ts";
import type { Volume } from "../volumes/volume.ts";
import { check, checkEqual, checkFails } from "./check.ts";
import type { Case } from "./suite.ts";
import { mkdir, mode, put, remove, rename, symlink, volumeCase } from "./volume-fixture.ts";

/** Names that an implementation may trip over, in UTF-8 byte order. */
const oddNames = [
  " ",
  " leading and trailing ",
  "-rf",
  "...",
  "..a",
  ".hidden",
  "C:\\back\\slash",
  "__proto__",
  "constructor",
  "e\u0301",
  "new\nline",
  "n".repeat(255),
  "quote\"'`$&",
  "toString",
  "\u00e9",
  "\u{1F600}",
];

/** What can be seen: entries, identity, versions, order, bytes. */
export const treeCases: readonly Case<Volume>[] = [
  volumeCase("the root is a directory", async ({ volume }) => {
    checkEqual(volume.entry("/")?.kind, "directory", "kind of /");
  }),

  volumeCase("nothing is an entry where there is none", async ({ commit, entry }) => {
    await commit(put("file", "x"));
    checkEqual(entry("missing"), undefined, "a missing path");
    checkEqual(entry("missing/below"), undefined, "a path below a missing one");
    checkEqual(entry("file/below"), undefined, "a path below a file");
  }),

  volumeCase("an entry tells kind, size and executable", async ({ commit, file, directory }) => {
    await commit(put("file", "h\u00e9"), mkdir("directory"));
    checkEqual(file("file").size, 3, "size in bytes");
    checkEqual(file("file").executable, false, "executable of a new file");
    checkEqual(directory("directory").kind, "directory", "kind");
  }),

  volumeCase("ids are positive and never used again", async ({ commit, entry }) => {
    const seen: number[] = [];
    for (const change of [put("a", ""), mkdir("a"), put("a", "")]) {
      await commit(change);
      seen.push(entry("a")?.id ?? 0);
      await commit(remove("a"));
    }
    check(
      seen.every((id) => id > 0),
      `ids ${seen.join(" ")}`,
    );
    checkEqual(new Set(seen).size, 3, `distinct ids of ${seen.join(" ")}`);
  }),

  volumeCase("an id outlives put, mode and rename", async ({ volume, commit, file }) => {
    await commit(put("a", "1"));
    const { id } = file("a");
    await commit(put("a", "2"), rename("a", "b"));
    if (volume.capabilities.modes) await commit(mode("b", true));
    checkEqual(file("b").id, id, "id");
  }),

  volumeCase("a renamed directory keeps every id below it", async ({ commit, entry }) => {
    await commit(mkdir("a"), mkdir("a/b"), put("a/b/c", "x"));
    const before = ["a", "a/b", "a/b/c"].map((path) => entry(path)?.id);
    await commit(rename("a", "z"));
    checkEqual(
      ["z", "z/b", "z/b/c"].map((path) => entry(path)?.id),
      before,
      "ids",
    );
    checkEqual(entry("a"), undefined, "the old path");
  }),

  volumeCase("every put makes a new version, also of the same bytes", async ({ commit, file }) => {
    const versions = new Set<string>();
    for (const text of ["one", "two", "two", "one"]) {
      await commit(put("a", text));
      versions.add(file("a").version);
    }
    checkEqual(versions.size, 4, "distinct versions");
  }),

  volumeCase("a version belongs to one file only", async ({ commit, file }) => {
    await commit(put("a", "same"), put("b", "same"));
    check(file("a").version !== file("b").version, "two files share a version");
  }),

  {
    name: "versions are made by the steps taken, not by clock or chance",
    async run(open) {
      const seen: unknown[] = [];
      const steps = volumeCase("", async ({ commit, file }) => {
        await commit(put("a", "1"), put("b", "2"));
        await commit(put("a", "3"));
        seen.push([file("a").version, file("b").version]);
      });
      await steps.run(open);
      await steps.run(open);
      checkEqual(seen[1], seen[0], "versions of a second volume");
    },
  },

  volumeCase("entries are values: a later change leaves an older one as it was", async ({ volume, commit, file }) => {
    await commit(put("a", "1"));
    const old = file("a");
    const copy = { ...old };
    await commit(put("a", "longer"), rename("a", "b"));
    if (volume.capabilities.modes) await commit(mode("b", true));
    checkEqual(old, copy, "the older entry");
  }),

  volumeCase("children are in UTF-8 byte order", async ({ commit, names }) => {
    // U+1F600 is a surrogate pair, which UTF-16 order would put before U+FF5E.
    await commit(...["\u{1F600}", "b", "\uFF5E", "a.b", "B", "a", "a-b", "\u00e9", "_"].map((name) => put(name, "")));
    checkEqual(names(""), ["B", "_", "a", "a-b", "a.b", "b", "\u00e9", "\uFF5E", "\u{1F600}"], "names");
  }),

  volumeCase("children and entry agree", async ({ volume, commit, directory, entry }) => {
    await commit(mkdir("d"), put("d/f", "x"), mkdir("d/e"));
    for (const child of volume.children(directory("d"))) checkEqual(child.entry, entry(`d/${child.name}`), child.name);
  }),

  volumeCase("children are the same array until a child changes", async ({ volume, commit, directory }) => {
    await commit(mkdir("d"), mkdir("d/deep"), put("d/a", "1"));
    const children = () => volume.children(directory("d"));
    let last = children();
    check(children() === last, "another array although nothing changed");
    await commit(put("d/deep/x", "1"), put("beside", "1"));
    check(children() === last, "another array although no child changed");
    for (const change of [put("d/b", ""), put("d/a", "2"), rename("d/a", "d/c"), rename("d/c", "c"), remove("d/b")]) {
      await commit(change);
      check(children() !== last, `the same array after ${change.op}`);
      last = children();
    }
  }),

  volumeCase("an array of children is not changed by later commits", async ({ volume, commit, directory }) => {
    await commit(mkdir("d"), put("d/a", "1"), put("d/b", "1"));
    const children = volume.children(directory("d"));
    const copy = children.map((child) => ({ ...child, entry: { ...child.entry } }));
    await commit(put("d/a", "22"), remove("d/b"), put("d/c", ""));
    checkEqual(children, copy, "the older array");
  }),

  volumeCase("children of a directory that is gone are not_found", async ({ volume, commit, directory }) => {
    await commit(mkdir("d"));
    const gone = directory("d");
    await commit(remove("d"));
    await checkFails(() => volume.children(gone), "not_found");
  }),

  volumeCase("odd names are names like any other", async ({ commit, names, text, entry }) => {
    await commit(...[...oddNames].reverse().map((name) => put(name, `in ${name}`)));
    checkEqual(names(""), oddNames, "names");
    for (const name of oddNames) checkEqual(await text(name), `in ${name}`, JSON.stringify(name));
    await commit(...oddNames.map((name) => remove(name)));
    checkEqual(
      oddNames.map(entry),
      oddNames.map(() => undefined),
      "after removing them",
    );
  }),

  volumeCase("odd names are directories like any other", async ({ commit, text }) => {
    for (const name of oddNames) {
      await commit(mkdir(name), put(`${name}/${name}`, name));
      checkEqual(await text(`${name}/${name}`), name, JSON.stringify(name));
    }
  }),

  volumeCase("names that nothing has are no entries", async ({ entry }) => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) checkEqual(entry(name), undefined, name);
  }),

  volumeCase("names that differ in case are two names", async ({ commit, names, text }) => {
    await commit(put("a.txt", "lower"), put("A.txt", "upper"));
    checkEqual(names(""), ["A.txt", "a.txt"], "names");
    checkEqual(await text("a.txt"), "lower", "a.txt");
  }),

  volumeCase("a name can change its case only", async ({ commit, names, text }) => {
    await commit(put("a.txt", "x"));
    await commit(rename("a.txt", "A.txt"));
    checkEqual(names(""), ["A.txt"], "names");
    checkEqual(await text("A.txt"), "x", "content");
  }),

  volumeCase("read gives the bytes that were put", async ({ volume, commit, at, file }) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await commit({ op: "put", path: at("all"), bytes }, put("empty", ""));
    checkEqual(await volume.read(file("all")), bytes, "every byte");
    checkEqual(await volume.read(file("empty")), new Uint8Array(0), "none");
  }),

  volumeCase("read gives a range, as far as the file goes", async ({ volume, commit, file }) => {
    await commit(put("a", "0123456789"));
    const ranges: [number | undefined, number | undefined, string][] = [
      [0, 3, "012"],
      [2, 5, "234"],
      [7, undefined, "789"],
      [undefined, 2, "01"],
      [8, 100, "89"],
      [10, 12, ""],
      [100, 200, ""],
      [4, 4, ""],
    ];
    for (const [start, end, expected] of ranges) {
      checkEqual(await volume.read(file("a"), start, end), encode(expected), `[${start}, ${end})`);
    }
  }),

  volumeCase("a resident volume reads without a promise", async ({ volume, commit, file }) => {
    await commit(put("a", "x"));
    const read = volume.read(file("a"));
    if (volume.capabilities.resident) check(read instanceof Uint8Array, "read returned a promise");
    checkEqual(await read, encode("x"), "bytes");
  }),

  volumeCase("what the caller does to its bytes later is not stored", async ({ commit, at, text }) => {
    const small = encode("small");
    const large = new Uint8Array(100_000).fill(0x61);
    await commit({ op: "put", path: at("small"), bytes: small }, { op: "put", path: at("large"), bytes: large });
    small.fill(0x21);
    large.fill(0x21);
    checkEqual(await text("small"), "small", "a small file");
    checkEqual(await text("large"), "a".repeat(100_000), "a large file");
  }),

  volumeCase("a part of a larger buffer is stored as that part", async ({ commit, at, text }) => {
    await commit({ op: "put", path: at("a"), bytes: encode("0123456789").subarray(3, 6) });
    checkEqual(await text("a"), "345", "content");
  }),

  volumeCase("an older entry gives its own bytes or stale_version", async ({ volume, commit, file }) => {
    await commit(put("a", "first"));
    const old = file("a");
    await commit(put("a", "second"), put("a", "third"));
    try {
      checkEqual(await volume.read(old), encode("first"), "bytes of the older entry");
    } catch {
      await checkFails(() => volume.read(old), "stale_version");
    }
    checkEqual(await volume.read(file("a")), encode("third"), "bytes of the newest");
  }),

  volumeCase("an entry is readable after its file moved", async ({ volume, commit, file }) => {
    await commit(mkdir("d"), put("d/a", "x"));
    const held = file("d/a");
    await commit(rename("d/a", "d/b"), rename("d", "e"));
    checkEqual(await volume.read(held), encode("x"), "bytes");
  }),

  volumeCase("reading a file that is gone is not_found, whatever stands there now", async ({ volume, commit, file }) => {
    await commit(put("a", "1"));
    const older = file("a");
    await commit(put("a", "2"));
    const last = file("a");
    await commit(remove("a"), put("a", "3"));
    await checkFails(() => volume.read(older), "not_found");
    await checkFails(() => volume.read(last), "not_found");
  }),

  volumeCase(
    "put keeps the executable bit, or sets it",
    async ({ commit, file }) => {
      await commit(put("a", "1", { executable: true }), put("b", "1"));
      await commit(put("a", "2"), put("b", "2", { executable: true }));
      checkEqual(file("a").executable, true, "kept");
      checkEqual(file("b").executable, true, "set");
      await commit(put("a", "3", { executable: false }));
      checkEqual(file("a").executable, false, "cleared");
    },
    "modes",
  ),

  volumeCase(
    "mode sets the executable bit and nothing else",
    async ({ commit, file, text }) => {
      await commit(put("a", "x"));
      const { id } = file("a");
      await commit(mode("a", true));
      checkEqual([file("a").executable, file("a").id, await text("a")], [true, id, "x"], "after mode true");
      await commit(mode("a", false));
      checkEqual(file("a").executable, false, "after mode false");
    },
    "modes",
  ),

  volumeCase(
    "a link's target is kept as it is",
    async ({ commit, entry }) => {
      const targets = ["file", "/workspace/file", "../../..", "missing//x/./y/", "loop", " \n"];
      await commit(...targets.map((target, index) => symlink(`link${index}`, target)));
      checkEqual(
        targets.map((_, index) => Object(entry(`link${index}`)).target),
        targets,
        "targets",
      );
    },
    "symlinks",
  ),

  volumeCase(
    "no link is followed, not as the last name and not on the way",
    async ({ commit, entry }) => {
      await commit(mkdir("d"), put("d/a", "x"), symlink("link", "d"));
      checkEqual(entry("link")?.kind, "symlink", "the link");
      checkEqual(entry("link/a"), undefined, "below the link");
    },
    "symlinks",
  ),

  volumeCase(
    "rename and remove act on a link, not on its target",
    async ({ commit, names, entry }) => {
      await commit(mkdir("d"), put("d/a", "x"), symlink("link", "d"));
      await commit(rename("link", "moved"));
      checkEqual([names(""), entry("moved")?.kind], [["d", "moved"], "symlink"], "after rename");
      await commit(remove("moved"));
      checkEqual([names(""), names("d")], [["d"], ["a"]], "after remove");
    },
    "symlinks",
  ),
];
