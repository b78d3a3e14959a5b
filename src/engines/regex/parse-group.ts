import type { Cursor } from "./cursor.ts";
import { isNameCharacter } from "./characters.ts";

/** What an opening parenthesis begins. */
export interface GroupOpening {
  readonly start: number;
  readonly capturing: boolean;
  readonly name?: string;
}

const lookArounds = ["(?=", "(?!", "(?<=", "(?<!"];
const flags = "imsUuRx";

/** Reads the opening at the cursor, up to where the group's body begins. `names` are those already taken. */
export function parseGroupOpening(cursor: Cursor, names: ReadonlySet<string>): GroupOpening {
  const start = cursor.position;
  if (lookArounds.some((opening) => cursor.skip(opening))) throw cursor.fault("unsupported_look_around", cursor.spanFrom(start));
  cursor.take();
  if (cursor.skip("?P<") || cursor.skip("?<")) return { start, capturing: true, name: parseName(cursor, names) };
  if (!cursor.looksAt("?")) return { start, capturing: true };
  cursor.take();
  parseFlags(cursor, start);
  return { start, capturing: false };
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

/** Only no flags at all, `(?:`, is read here; what is wrong with flags is told first. */
function parseFlags(cursor: Cursor, start: number): void {
  const body = cursor.position;
  if (cursor.atEnd) throw cursor.fault("group_unclosed", [start, start + 1]);
  while (!cursor.looksAt(":") && !cursor.looksAt(")")) takeFlag(cursor, body);
  const span = cursor.spanFrom(body);
  if (cursor.pattern.slice(...span).endsWith("-")) throw cursor.fault("flag_dangling_negation", [cursor.position - 1, cursor.position]);
  const setsNothing = cursor.position === body;
  if (setsNothing && cursor.looksAt(")")) throw cursor.fault("repetition_missing", [start + 1, body]);
  cursor.take();
  if (!setsNothing) throw cursor.unsupported(start);
}

function takeFlag(cursor: Cursor, body: number): void {
  if (cursor.atEnd) throw cursor.fault("flag_unexpected_eof", cursor.spanFrom(body));
  const { character, here } = cursor;
  const earlier = cursor.pattern.slice(body, cursor.position);
  if (character !== "-" && !flags.includes(character)) throw cursor.fault("flag_unrecognized", here);
  if (earlier.includes(character)) throw cursor.fault(character === "-" ? "flag_repeated_negation" : "flag_duplicate", here);
  cursor.take();
}
