import type { Look } from "./hir.ts";
import type { Program } from "./program.ts";
import { ThreadIds } from "./thread-ids.ts";
import { byteClasses } from "./byte-classes.ts";
import { behindFlags, behindKinds, flagsBehind, holdsBetween } from "./look.ts";
import { grown } from "./grown.ts";
import { opcodes } from "./program.ts";

/** The first rows are no states but marks, and whatever is read in them leads back: who reads on for some bytes sees it afterwards. */
const unknown = 0;
/** A match ends before or with the byte. */
export const matched = 256;
/** This automaton cannot tell; the other one can. */
export const undecided = 512;
/** Of the states, the first. */
export const firstRow = 768;

/** The most states that are remembered; each takes a row of 1 KiB. */
const stateLimit = 8_192;
const firstCapacity = 32;
/** A memory that fills this often before so many bytes were read is not worth its making. */
const thrashingLimit = 4;
const thrashingBytes = 262_144;

/** Behind the rows that are no states of the automaton. */
const waiting = -1;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

interface State {
  /** Consuming instructions and conditions, sorted. */
  readonly threads: readonly number[];
  readonly behind: number;
}

const mark: State = { threads: [], behind: waiting };

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
  table: Int32Array = new Int32Array();
  /** Outside of lines, by state: has nothing begun, so that a match can only begin here or later? */
  idle: Int32Array = new Int32Array();
  /** In lines: the row for the start of one, and a row that takes everything up to its end. */
  lineRows: { readonly start: number; readonly done: number } = { start: unknown, done: unknown };
  /** Bytes read with what is remembered, to be counted by who reads. */
  read = 0;
  #full = false;
  /** How often the memory filled too soon. */
  #thrashed = 0;
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
  /** By what is behind, the row where a search begins; `unknown` until it is asked for. */
  readonly #starts = new Int32Array(behindKinds);
  #seen: Int32Array;
  #round = 0;
  readonly #beginsAnywhere: boolean;

  constructor(program: Program, options: DfaOptions) {
    this.#program = program;
    this.#options = options;
    this.#ids = new ThreadIds(program);
    this.#classes = byteClasses(program);
    this.#members = membersOf(this.#classes);
    this.#seen = new Int32Array(program.operations.length + 64);
    this.#asked = program.looks.reduce((flags, look) => flags | askedBehind(look), 0);
    this.#quits = quitBytes(program);
    this.#beginsAnywhere = !program.anchored && !options.anchored;
    this.#startThreads = this.#closure([0]).threads;
    this.#forget();
  }

  /** A match may be empty whatever stands around it. */
  get matchesEmpty(): boolean {
    return this.#closure([0]).matched;
  }

  /** The row for a search that begins after a byte, -1 at the start of the text; `undecided` when that is not known. */
  startRow(before: number): number {
    if (before >= 0 && this.#quits[before] === 1) return undecided;
    return this.#startAfter(this.#behind(before));
  }

  /** Does a match end before the byte, which is not taken? -1 is the end of the text. `matched`, `undecided`, or `unknown` for no. */
  endsBefore(row: number, byte: number): number {
    if (byte >= 0 && this.#quits[byte] === 1) return undecided;
    const { threads, behind } = this.#states[row >> 8] as State;
    return this.#pass(threads, behind, byte).matched ? matched : unknown;
  }

  /** The entry for a row and a byte, which is put into the table. */
  resolve(row: number, byte: number): number {
    const known = this.table[row | byte] as number;
    if (known !== unknown) return known;
    const entry = this.#compute(this.#states[row >> 8] as State, byte);
    if (entry === undecided && this.#full) return entry;
    for (const member of this.#members[this.#classes[byte] as number] as readonly number[]) this.table[row | member] = entry;
    return entry;
  }

  /**
   * To be called before a search, and again after one that came upon something `undecided`. Makes room where the memory is full: all rows that
   * were handed out are void. False when it keeps filling before much was read, so that it is not worth its making.
   */
  makeRoom(): boolean {
    if (!this.#full) return true;
    if (this.read < thrashingBytes) this.#thrashed++;
    if (this.#thrashed < thrashingLimit) this.#forget();
    return !this.#full;
  }

  #forget(): void {
    this.#states = [mark, mark, mark];
    this.#known.clear();
    this.#starts.fill(unknown);
    this.table = new Int32Array(firstCapacity * 256).fill(matched, matched, undecided).fill(undecided, undecided, firstRow);
    this.idle = new Int32Array(firstCapacity);
    this.read = 0;
    this.#full = false;
    this.#addLineRows();
  }

  #addLineRows(): void {
    if (!this.#options.lines) return;
    const start = this.#startAfter(this.#behind(-1));
    const done = this.#intern([], waiting);
    this.table.fill(done, done, done + 256);
    this.table[done + lineFeed] = start;
    this.lineRows = { start, done };
  }

  #compute({ threads, behind }: State, byte: number): number {
    if (this.#quits[byte] === 1) return undecided;
    const endsLine = this.#options.lines && byte === lineFeed;
    const here = this.#pass(threads, behind, endsLine ? -1 : byte);
    if (here.matched) return matched;
    if (endsLine) return this.#startAfter(this.#behind(-1));
    const begun = here.threads.map((id) => this.#ids.after(id, byte)).filter((id) => id >= 0);
    const next = this.#closure(begun, this.#beginsAnywhere ? this.#startThreads : []);
    return next.matched ? matched : this.#intern(next.threads, this.#behind(byte), begun.length === 0);
  }

  /** The consuming threads behind all conditions that hold. */
  #pass(threads: readonly number[], behind: number, ahead: number): { threads: readonly number[]; matched: boolean } {
    const { operations, first, looks } = this.#program;
    if (looks.length === 0) return { threads, matched: false };
    const holds = (id: number): boolean => holdsBetween(looks[first[id] as number] as Look, behind, ahead, this.#program.lineTerminator);
    return this.#closure(threads, [], (id) => operations[id] === opcodes.look && holds(id));
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
    if (id >= this.#seen.length) this.#seen = grown(this.#seen, 2 * id);
    if (this.#seen[id] === this.#round) return false;
    this.#seen[id] = this.#round;
    return true;
  }

  #startAfter(behind: number): number {
    const known = this.#starts[behind] as number;
    if (known !== unknown) return known;
    const row = this.#intern(this.#startThreads, behind);
    if (row >= firstRow) this.#starts[behind] = row;
    return row;
  }

  #behind(byte: number): number {
    return this.#asked && flagsBehind(byte, this.#program.lineTerminator) & this.#asked;
  }

  /** `idle` is told apart only where it is asked for. */
  #intern(threads: readonly number[], behind: number, begunNothing: boolean = true): number {
    const idle = begunNothing && !this.#options.lines;
    const sorted = threads.toSorted((a, b) => a - b);
    const key = `${sorted.join()};${behind};${idle}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= stateLimit) {
      this.#full = true;
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
    this.table = grown(this.table, 2 * this.table.length);
    this.idle = grown(this.idle, 2 * this.idle.length);
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
      return behindFlags.lineFeed | behindFlags.carriageReturn;
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
