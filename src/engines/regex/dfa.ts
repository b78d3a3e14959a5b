import { accepted, nodeEntry } from "./utf8-trie.ts";
import type { Look } from "./hir.ts";
import type { Program } from "./program.ts";
import { ThreadIds } from "./thread-ids.ts";
import { byteClasses } from "./byte-classes.ts";
import { compareSides, isAsciiWord } from "./look.ts";
import { isContinuation } from "./utf8.ts";
import { opcodes } from "./program.ts";

/** Entries of the table that are no row. */
const unknown = -1;
/** A match ends before or with the byte. */
export const matched = -2;
/** This automaton cannot tell; the other one can. */
export const undecided = -3;

/** The most states that are remembered; each takes a row of 1 KiB. */
const stateLimit = 8_192;
const firstCapacity = 32;

/** What the place before the next byte has behind it, as far as conditions ask. */
const behindFlags = { textStart: 1, lineStart: 2, carriageReturn: 4, word: 8 };

/** Behind the one row that is no state of the automaton. */
const waiting = -1;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

interface State {
  /** Consuming instructions and conditions, sorted. */
  readonly threads: readonly number[];
  readonly behind: number;
}

export interface DfaOptions {
  /** A match begins where the search does. */
  readonly anchored?: boolean;
  /** A text is a sequence of lines, and no match leaves its line; the program knows no ends of the text. */
  readonly lines: boolean;
}

/**
 * The same automaton with its states made when they first occur, one row of a table for each: it says whether there is a match and where the
 * first one ends, one look-up for a byte. Rows are offsets into the table, which is exchanged when it grows.
 */
export class LazyDfa {
  /** Rows of 256 entries, by byte: the next row, or one of the marks above. */
  table: Int32Array = new Int32Array(firstCapacity * 256).fill(unknown);
  /** Outside of lines, by state: has nothing begun, so that a match can only begin here or later? */
  idle: Uint8Array = new Uint8Array(firstCapacity);
  /** Nothing more can be remembered: what is not known is `undecided` until `forget`. */
  full = false;
  readonly #program: Program;
  readonly #options: DfaOptions;
  readonly #ids: ThreadIds;
  readonly #classes: Uint8Array;
  readonly #members: readonly (readonly number[])[];
  readonly #startThreads: readonly number[];
  readonly #asked: number;
  readonly #quits: Uint8Array;
  #states: State[] = [];
  readonly #known = new Map<string, number>();
  readonly #starts = new Map<number, number>();
  #seen: Int32Array;
  #round = 0;
  readonly #beginsAnywhere: boolean;

  constructor(program: Program, options: DfaOptions) {
    this.#program = program;
    this.#options = options;
    this.#ids = new ThreadIds(program.operations.length);
    this.#classes = byteClasses(program);
    this.#members = membersOf(this.#classes);
    this.#seen = new Int32Array(program.operations.length + 64);
    this.#asked = program.looks.reduce((flags, look) => flags | askedBehind(look), 0);
    this.#quits = quitBytes(program);
    this.#beginsAnywhere = !program.anchored && !options.anchored;
    this.#startThreads = this.#closure([0]).threads;
  }

  /** A match may be empty whatever stands around it. */
  get matchesEmpty(): boolean {
    return this.#closure([0]).matched;
  }

  /** The row for a search that begins at `at`; `undecided` when that is not known. */
  startRow(bytes: Uint8Array, at: number): number {
    const before = at > 0 ? (bytes[at - 1] as number) : -1;
    if (before >= 0 && this.#quits[before] === 1) return undecided;
    return this.#startAfter(this.#behind(before));
  }

  /** In lines: the row for the start of one. */
  lineRow(): number {
    return this.#startAfter(this.#behind(-1));
  }

  /** Does a match end before the byte, which is not taken? -1 is the end of the text. `matched`, `undecided`, or `unknown` for no. */
  endsBefore(row: number, byte: number): number {
    if (byte >= 0 && this.#quits[byte] === 1) return undecided;
    const { threads, behind } = this.#states[row >> 8] as State;
    return this.#pass(threads, behind, byte).matched ? matched : unknown;
  }

  /** In lines: a row that takes everything up to the end of the line, and then leads to `start`. */
  waitRow(start: number): number {
    const row = this.#intern([], waiting);
    if (this.table[row] === row) return row;
    this.table.fill(row, row, row + 256);
    this.table[row + lineFeed] = start;
    return row;
  }

  /** The entry for a row and a byte, which is put into the table. */
  resolve(row: number, byte: number): number {
    const known = this.table[row + byte] as number;
    if (known !== unknown) return known;
    const entry = this.#compute(this.#states[row >> 8] as State, byte);
    if (entry === undecided && this.full) return entry;
    for (const member of this.#members[this.#classes[byte] as number] as readonly number[]) this.table[row + member] = entry;
    return entry;
  }

  /** Empties the memory. All rows that were handed out are void. */
  forget(): void {
    this.#states = [];
    this.#known.clear();
    this.#starts.clear();
    this.table = new Int32Array(firstCapacity * 256).fill(unknown);
    this.idle = new Uint8Array(firstCapacity);
    this.full = false;
  }

  #compute({ threads, behind }: State, byte: number): number {
    if (this.#quits[byte] === 1) return undecided;
    const endsLine = this.#options.lines && byte === lineFeed;
    const here = this.#pass(threads, behind, endsLine ? -1 : byte);
    if (here.matched) return matched;
    if (endsLine) return this.#startAfter(this.#behind(-1));
    const begun = this.#consume(here.threads, byte);
    const next = this.#closure(begun, this.#beginsAnywhere ? this.#startThreads : []);
    return next.matched ? matched : this.#intern(next.threads, this.#behind(byte), begun.length === 0);
  }

  /** The consuming threads behind all conditions that hold. */
  #pass(threads: readonly number[], behind: number, ahead: number): { threads: readonly number[]; matched: boolean } {
    const { operations, first, looks } = this.#program;
    if (looks.length === 0) return { threads, matched: false };
    const holds = (id: number): boolean => lookHolds(looks[first[id] as number] as Look, behind, ahead, this.#program.lineTerminator);
    return this.#closure(threads, [], (id) => operations[id] === opcodes.look && holds(id));
  }

  #consume(threads: readonly number[], byte: number): number[] {
    const next: number[] = [];
    const size = this.#program.operations.length;
    for (const id of threads) {
      const entry = this.#entryAfter(id, byte);
      if (entry === 0) continue;
      const instruction = id < size ? id : (this.#ids.instructions[id - size] as number);
      next.push(entry === accepted ? instruction + 1 : this.#ids.partial(instruction, entry));
    }
    return next;
  }

  /** As an entry of a trie: no way on, the end of what the instruction takes, or a part of it. */
  #entryAfter(id: number, byte: number): number {
    const { operations, first, byteSets, tries } = this.#program;
    if (id >= operations.length) {
      const instruction = this.#ids.instructions[id - operations.length] as number;
      const entry = this.#ids.entries[id - operations.length] as number;
      return isContinuation(byte) ? (tries[first[instruction] as number]?.nodes[nodeEntry(entry, byte)] as number) : 0;
    }
    const argument = first[id] as number;
    switch (operations[id] as number) {
      case opcodes.byte:
        return argument === byte ? accepted : 0;
      case opcodes.bytes:
        return byteSets[argument]?.[byte] as number;
      case opcodes.character:
        return tries[argument]?.root[byte] as number;
      default:
        return 0;
    }
  }

  /** What is reached without taking a byte, over the conditions that `passes` lets through; `more` are such already. */
  #closure(
    from: readonly number[],
    more: readonly number[] = [],
    passes: (id: number) => boolean = () => false,
  ): { threads: number[]; matched: boolean } {
    const { operations, first, second } = this.#program;
    const threads: number[] = [];
    const stack = [...from, ...more];
    let reachesMatch = false;
    this.#round++;
    while (stack.length > 0) {
      const id = stack.pop() as number;
      if (!this.#enter(id)) continue;
      const operation = id < operations.length ? (operations[id] as number) : opcodes.character;
      if (operation === opcodes.split) stack.push(second[id] as number, first[id] as number);
      else if (operation === opcodes.jump) stack.push(first[id] as number);
      else if (operation === opcodes.match) reachesMatch = true;
      else if (passes(id)) stack.push(id + 1);
      else threads.push(id);
    }
    return { threads, matched: reachesMatch };
  }

  /** False when the thread was there in this round already. */
  #enter(id: number): boolean {
    if (id >= this.#seen.length) {
      const larger = new Int32Array(2 * id);
      larger.set(this.#seen);
      this.#seen = larger;
    }
    if (this.#seen[id] === this.#round) return false;
    this.#seen[id] = this.#round;
    return true;
  }

  #startAfter(behind: number): number {
    const known = this.#starts.get(behind);
    if (known !== undefined) return known;
    const row = this.#intern(this.#startThreads, behind);
    if (row >= 0) this.#starts.set(behind, row);
    return row;
  }

  #behind(byte: number): number {
    const { textStart, lineStart, carriageReturn: afterReturn, word } = behindFlags;
    if (byte < 0) return (textStart | lineStart) & this.#asked;
    const startsLine = byte === this.#program.lineTerminator || byte === lineFeed;
    return ((startsLine ? lineStart : 0) | (byte === carriageReturn ? afterReturn : 0) | (isAsciiWord(byte) ? word : 0)) & this.#asked;
  }

  /** `idle` is told apart only where it is asked for. */
  #intern(threads: readonly number[], behind: number, begunNothing: boolean = true): number {
    const idle = begunNothing && !this.#options.lines;
    const sorted = threads.toSorted((a, b) => a - b);
    const key = `${sorted.join()};${behind};${idle}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= stateLimit) {
      this.full = true;
      return undecided;
    }
    const row = this.#states.length << 8;
    this.#states.push({ threads: sorted, behind });
    this.#known.set(key, row);
    if (row >= this.table.length) this.#grow();
    this.idle[row >> 8] = Number(idle);
    return row;
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.table.length).fill(unknown, this.table.length);
    larger.set(this.table);
    this.table = larger;
    const idle = new Uint8Array(2 * this.idle.length);
    idle.set(this.idle);
    this.idle = idle;
  }
}

function membersOf(classes: Uint8Array): number[][] {
  const members: number[][] = [];
  classes.forEach((name, byte) => (members[name] ??= []).push(byte));
  return members;
}

/** Bytes at which a condition would have to look farther than one byte. */
function quitBytes({ looks }: Program): Uint8Array {
  const quits = new Uint8Array(256);
  if (looks.some((look) => look.startsWith("word_"))) quits.fill(1, 0x80);
  if (looks.includes("crlf_line_end")) quits[carriageReturn] = 1;
  return quits;
}

function askedBehind(look: Look): number {
  switch (look) {
    case "text_start":
      return behindFlags.textStart;
    case "line_start":
      return behindFlags.lineStart;
    case "cr_lf_start":
      return behindFlags.lineStart | behindFlags.carriageReturn;
    case "cr_lf_end":
    case "crlf_line_end":
      return behindFlags.carriageReturn;
    case "text_end":
    case "line_end":
      return 0;
    default:
      return behindFlags.word;
  }
}

/** Does the condition hold between what is behind and the byte ahead, -1 at the end? */
function lookHolds(look: Look, behind: number, ahead: number, lineTerminator: number): boolean {
  const afterReturn = (behind & behindFlags.carriageReturn) !== 0;
  switch (look) {
    case "text_start":
      return (behind & behindFlags.textStart) !== 0;
    case "text_end":
      return ahead < 0;
    case "line_start":
      return (behind & behindFlags.lineStart) !== 0;
    case "line_end":
      return ahead < 0 || ahead === lineTerminator;
    case "crlf_line_end":
      return ahead < 0 || (ahead === lineFeed && !afterReturn);
    case "cr_lf_start":
      return (behind & behindFlags.lineStart) !== 0 || (afterReturn && ahead !== lineFeed);
    case "cr_lf_end":
      return ahead < 0 || ahead === carriageReturn || (ahead === lineFeed && !afterReturn);
    default:
      return compareSides(look.replace("ascii_", ""), (behind & behindFlags.word) !== 0, ahead >= 0 && isAsciiWord(ahead));
  }
}
