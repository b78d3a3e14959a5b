import { Effort } from "./effort.ts";
import { standsAt, type Choice, type Run, type Searched } from "./run.ts";
import { Windows, windowLength } from "./windows.ts";

/** Files that are sampled, and the places looked at in each. */
const sampledFiles = 16;
const samplesOfFile = 256;
/** V8 looks for so short a text by its first character, which takes next to no time where that is rare. */
const probeLength = 6;
/** Before so many bytes were read, what was met says nothing. */
const readBytes = 65_536;

/**
 * What the two ways take, in nanoseconds of one machine: only their ratios matter. A text is looked through for a character (`pass`, for a byte);
 * each place where that stands is looked at, by V8 for a word of more characters (`stop`), and for each answer V8 is called (`call`, `callWord`).
 * A window takes a step for as many bytes as it moves on, and memory sets a limit.
 */
const costs = { pass: 0.085, stop: 5, call: 25, callWord: 60, step: 1.5, memory: 0.4 };

/**
 * Finds where one of some runs stands: by the rarest byte of each, as the files have them, where there is a text that V8 looks through for it;
 * or else by a window that is moved over the bytes.
 */
export class RunFinder {
  readonly effort: Effort = new Effort();
  readonly #runs: readonly Run[];
  readonly #counts = new Uint32Array(0x100);
  #samples = 0;
  #files = 0;
  #probes: Probe[] = [];
  /** Made when it is first needed. */
  #windows: Windows | undefined;
  /** For each byte. */
  readonly #windowsCost: number;
  #probesCost = 0;
  #usesText = true;
  /** Bytes the probes went over, and what the answers on the way took. */
  #read = readBytes;
  #spent = 0;
  /** The text that the probes are in, and from where on. */
  #text = "";
  #from = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
    const length = windowLength(runs);
    this.#windowsCost = length < 2 ? Infinity : Math.max(costs.memory, costs.step / (length - 1));
    this.#choose();
  }

  /** What it looks for: texts, with sets of characters in brackets. */
  get words(): readonly string[] {
    return this.#runs.map((run) => run.map(sourceOf).join(""));
  }

  /** It finds nothing in bytes alone. */
  get needsText(): boolean {
    return this.#windowsCost === Infinity;
  }

  /** Is a text that is there what it would look through? The bytes are far then, and else the text. Decided anew for each file. */
  get usesText(): boolean {
    return this.#usesText;
  }

  /** The first place from an offset on, -1 when there is none; where the effort is too much, perhaps one before it. At 0 a search begins. */
  find(searched: Searched, from: number): number {
    if (from === 0) this.#begin(searched.bytes);
    if (searched.text === undefined || !this.#usesText) {
      this.#windows ??= new Windows(this.#runs, this.effort);
      return this.#windows.find(searched.bytes, from);
    }
    return this.#probes.length === 1
      ? this.#next(this.#probes[0] as Probe, searched as WithText, from)
      : this.#first(searched as WithText, from);
  }

  #begin(bytes: Uint8Array): void {
    this.effort.pass(bytes.length);
    if (this.#files < sampledFiles) this.#sample(bytes);
    this.#usesText = this.#probesCost + this.#spent / this.#read <= this.#windowsCost;
  }

  #first(searched: WithText, from: number): number {
    if (from < this.#from || searched.text !== this.#text) for (const probe of this.#probes) probe.at = -1;
    this.#text = searched.text;
    this.#from = from;
    let first = Infinity;
    for (const probe of this.#probes) {
      if (probe.at < from) {
        const at = this.#next(probe, searched, from);
        probe.at = at < 0 ? Infinity : at;
      }
      first = Math.min(first, probe.at);
    }
    if (this.effort.isTooMuch) this.#from ||= 1; // what a search from 0 met is not sure: the next one begins anew
    return first === Infinity ? -1 : first;
  }

  #next({ word, offset, run }: Probe, searched: WithText, from: number): number {
    const { text } = searched;
    const call = word.length === 1 ? costs.call : costs.callWord;
    let at = text.indexOf(word, from + offset);
    this.#spent += call;
    while (at >= 0 && !standsAt(run, searched, at - offset, this.effort) && !this.effort.isTooMuch) {
      at = text.indexOf(word, at + 1);
      this.#spent += call;
    }
    this.#read += (at < 0 ? text.length : at) - from;
    return at < 0 ? -1 : at - offset;
  }

  #sample(bytes: Uint8Array): void {
    this.#files++;
    const step = Math.max(1, Math.floor(bytes.length / samplesOfFile));
    for (let at = 0; at < bytes.length; at += step) {
      const byte = bytes[at] as number;
      this.#counts[byte] = (this.#counts[byte] as number) + 1;
      this.#samples++;
    }
    this.#choose();
  }

  #choose(): void {
    this.#probes = this.#runs.flatMap((run) => probesOf(run, this.#rarest(run)));
    this.#probesCost = this.#probes.reduce((sum, { word }) => sum + costs.pass + this.#stopsFor(word), 0);
  }

  /** A word of one character is stopped at with a call, which is counted when it is made. */
  #stopsFor(word: string): number {
    return word.length === 1 ? 0 : (costs.stop * this.#countOf([word.charCodeAt(0)])) / Math.max(1, this.#samples);
  }

  #rarest(run: Run): number {
    let rarest = 0;
    for (let at = 1; at < run.length; at++) {
      if (this.#countOf(run[at] as Choice) < this.#countOf(run[rarest] as Choice)) rarest = at;
    }
    return rarest;
  }

  #countOf(choice: Choice): number {
    return choice.reduce((sum, byte) => sum + (this.#counts[byte] as number), 0);
  }
}

type WithText = Searched & { readonly text: string };

/** What is looked for instead of a run: one of its bytes, and what surely follows. */
interface Probe {
  readonly run: Run;
  readonly offset: number;
  readonly word: string;
  /** Where the run stands next. */
  at: number;
}

function probesOf(run: Run, offset: number): Probe[] {
  const rest = run.slice(offset + 1, offset + probeLength);
  const sure = rest.findIndex(({ length }) => length > 1);
  const following = sure < 0 ? rest : rest.slice(0, sure);
  return (run[offset] as Choice).map((code) => ({
    run,
    offset,
    word: String.fromCharCode(code, ...following.map(([next]) => next as number)),
    at: -1,
  }));
}

function sourceOf(choice: Choice): string {
  const characters = String.fromCharCode(...choice).replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (character) => `\\${character}`);
  return choice.length === 1 ? characters : `[${characters}]`;
}
