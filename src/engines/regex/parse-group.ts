import type { FlagChanges, FlagName, SetFlags } from "./syntax.ts";
import type { Cursor } from "./cursor.ts";
import { isNameCharacter } from "./characters.ts";

/** What an opening parenthesis begins. */
export interface GroupOpening {
  readonly kind: "opening";
  readonly start: number;
  readonly capturing: boolean;
  readonly name?: string;
  readonly flags: FlagChanges;
}

const lookArounds = ["?=", "?!", "?<=", "?<!"];
const flagNames: Readonly<Record<string, FlagName>> = {
  i: "caseInsensitive",
  m: "multiline",
  s: "dotAll",
  U: "swapGreed",
  u: "unicode",
  R: "crlf",
  x: "verbose",
};

/** Reads the opening at the cursor, up to where the group's body begins, or all of `(?flags)`. `names` are those already taken. */
export function parseGroupOpening(cursor: Cursor, names: ReadonlySet<string>): GroupOpening | SetFlags {
  const start = cursor.position;
  cursor.takeSpaced();
  if (lookArounds.some((opening) => cursor.skip(opening))) throw cursor.fault("unsupported_look_around", cursor.spanFrom(start));
  const opening = { kind: "opening", start, flags: {} } as const;
  if (cursor.skip("?P<") || cursor.skip("?<")) return { ...opening, capturing: true, name: parseName(cursor, names) };
  const question = cursor.position;
  if (!cursor.skip("?")) return { ...opening, capturing: true };
  const flags = parseFlags(cursor, start, question);
  if (cursor.take() === ":") return { ...opening, capturing: false, flags };
  return { kind: "flags", span: cursor.spanFrom(start), flags };
}

function parseName(cursor: Cursor, names: ReadonlySet<string>): string {
  const start = cursor.position;
  while (!cursor.looksAt(">")) {
    if (cursor.atEnd) throw cursor.fault("group_name_unexpected_eof", cursor.spanFrom(start));
    if (!isNameCharacter(cursor.character, cursor.position === start)) throw cursor.fault("group_name_invalid", cursor.here);
    cursor.take();
  }
  const span = cursor.spanFrom(start);
  const name = cursor.pattern.slice(...span);
  cursor.take();
  if (name === "") throw cursor.fault("group_name_empty", span);
  if (names.has(name)) throw cursor.fault("group_name_duplicate", span);
  return name;
}

/** Up to the `:` or `)` that ends the flags. */
function parseFlags(cursor: Cursor, start: number, question: number): FlagChanges {
  const body = cursor.position;
  if (cursor.atEnd) throw cursor.fault("group_unclosed", [start, start + 1]);
  const written: string[] = [];
  while (!cursor.looksAt(":") && !cursor.looksAt(")")) written.push(takeFlag(cursor, body, written));
  if (written.at(-1) === "-") throw cursor.fault("flag_dangling_negation", [cursor.position - 1, cursor.position]);
  if (written.length === 0 && cursor.looksAt(")")) throw cursor.fault("repetition_missing", [question, body]);
  const negation = written.includes("-") ? written.indexOf("-") : written.length;
  const changes = written.flatMap((flag, index) => (flag === "-" ? [] : [[flagNames[flag] as FlagName, index < negation]]));
  return Object.fromEntries(changes) as FlagChanges;
}

function takeFlag(cursor: Cursor, body: number, earlier: readonly string[]): string {
  if (cursor.atEnd) throw cursor.fault("flag_unexpected_eof", cursor.spanFrom(body));
  const { character, here } = cursor;
  if (character !== "-" && !Object.hasOwn(flagNames, character)) throw cursor.fault("flag_unrecognized", here);
  if (earlier.includes(character)) throw cursor.fault(character === "-" ? "flag_repeated_negation" : "flag_duplicate", here);
  return cursor.takeSpaced();
}
