/** A bracket expression; `end` is the index behind its closing bracket. */
export interface ByteClass {
  readonly has: (byte: number) => boolean;
  readonly end: number;
}

/** One member of a class, and the index behind it. */
type Item = { readonly end: number } & (
  | { readonly kind: "byte"; readonly byte: number }
  | { readonly kind: "range"; readonly first: number; readonly last: number }
  | { readonly kind: "name"; readonly bytes: ReadonlySet<number> }
);

/**
 * Reads the class that opens at `open`; undefined when it is malformed. `!` and `^` negate, a `]` that comes first is a member, a backslash
 * escapes, and `[:name:]` holds ASCII only. With `ignoreCase` it is asked about lower-case bytes only: ranges and `[:upper:]` then hold a
 * letter when they hold its capital, but a capital that stands for itself holds nothing (git 2.39 does the same).
 */
export function readByteClass(pattern: string, open: number, ignoreCase: boolean): ByteClass | undefined {
  const negated = pattern[open + 1] === "!" || pattern[open + 1] === "^";
  const members = new Set<number>();
  let previous: number | undefined;
  let at = open + (negated ? 2 : 1);
  do {
    const item = readItem(pattern, at, previous);
    if (item === undefined) return undefined;
    addItem(members, item, ignoreCase);
    previous = item.kind === "byte" ? item.byte : undefined;
    at = item.end;
  } while (pattern[at] !== "]");
  return { has: (byte) => members.has(byte) !== negated, end: at + 1 };
}

/** `previous` is the single byte right before, with which a `-` makes a range. */
function readItem(pattern: string, at: number, previous: number | undefined): Item | undefined {
  if (at >= pattern.length) return undefined;
  if (pattern[at] === "-" && previous !== undefined && at + 1 < pattern.length && pattern[at + 1] !== "]") {
    const last = readByte(pattern, at + 1);
    return last && { kind: "range", first: previous, last: last.byte, end: last.end };
  }
  return pattern.startsWith("[:", at) ? readName(pattern, at) : readByte(pattern, at);
}

function readByte(pattern: string, at: number): (Item & { readonly kind: "byte" }) | undefined {
  const index = pattern[at] === "\\" ? at + 1 : at;
  return index < pattern.length ? { kind: "byte", byte: pattern.charCodeAt(index), end: index + 1 } : undefined;
}

/** What begins like a named class and does not end with `:]` is an ordinary bracket; an unknown name is malformed. */
function readName(pattern: string, at: number): Item | undefined {
  const start = at + 2;
  const close = pattern.indexOf("]", start);
  if (close < 0) return undefined;
  if (close === start || pattern[close - 1] !== ":") return readByte(pattern, at);
  const bytes = namedClasses.get(pattern.slice(start, close - 1));
  return bytes && { kind: "name", bytes, end: close + 1 };
}

function addItem(members: Set<number>, item: Item, ignoreCase: boolean): void {
  if (item.kind === "byte") members.add(item.byte);
  else for (const byte of item.kind === "name" ? item.bytes : bytesBetween(item.first, item.last)) addWithFold(members, byte, ignoreCase);
}

function addWithFold(members: Set<number>, byte: number, ignoreCase: boolean): void {
  members.add(byte);
  if (ignoreCase && byte >= 0x41 && byte <= 0x5a) members.add(byte + 0x20);
}

function bytesBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** POSIX's classes in the C locale, except that git's `space` lacks the vertical tab and the form feed. */
const namedClasses: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  Object.entries({
    alnum: /[0-9A-Za-z]/,
    alpha: /[A-Za-z]/,
    blank: /[\t ]/,
    // oxlint-disable-next-line no-control-regex -- control characters are what it names
    cntrl: /[\0-\x1f\x7f]/,
    digit: /[0-9]/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[\t\n\r ]/,
    upper: /[A-Z]/,
    xdigit: /[0-9A-Fa-f]/,
  }).map(([name, test]) => [name, new Set(bytesBetween(0, 0x7f).filter((byte) => test.test(String.fromCharCode(byte))))]),
);
