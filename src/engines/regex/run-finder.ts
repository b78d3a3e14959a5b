/** A byte, one of a few. */
export type Choice = readonly number[];

/** Bytes that stand one after another. */
export type Run = readonly Choice[];

/** Texts that are sampled, and the places looked at in each. */
const sampledTexts = 16;
const samplesOfText = 256;
/** V8 looks for so short a text by its first character, which takes next to no time where that is rare. */
const probeLength = 6;
/** Stops that come more often than once in so many bytes take longer than a regular expression. */
const bytesPerStop = 32;

/** Finds where one of some runs stands, in text that has one character for each byte: by the rarest byte of each, as the texts have them. */
export class RunFinder {
  readonly #runs: readonly Run[];
  readonly #counts = new Uint32Array(256);
  #samples = 0;
  #texts = 0;
  #probes: Probe[] = [];
  /** Instead of probes, where all bytes are frequent. */
  #pattern: RegExp | undefined;
  #stops = 0;
  #read = 65_536;
  /** The text that the probes are in, and from where on. */
  #text = "";
  #from = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
    this.#choose();
  }

  /** Each run as a pattern. */
  get words(): readonly string[] {
    return this.#runs.map((run) => run.map(sourceOf).join(""));
  }

  /** The first place from an offset on; -1 when there is none. */
  find(text: string, from: number): number {
    if (from === 0 && this.#texts < sampledTexts) this.#sample(text);
    if (this.#pattern) return this.#findPattern(this.#pattern, text, from);
    const [probe] = this.#probes;
    return probe && this.#probes.length === 1 ? this.#next(probe, text, from) : this.#first(text, from);
  }

  #first(text: string, from: number): number {
    if (from < this.#from || text !== this.#text) for (const probe of this.#probes) probe.at = -1;
    this.#text = text;
    this.#from = from;
    let first = Infinity;
    for (const probe of this.#probes) {
      if (probe.at < from) {
        const at = this.#next(probe, text, from);
        probe.at = at < 0 ? Infinity : at;
      }
      first = Math.min(first, probe.at);
    }
    return first === Infinity ? -1 : first;
  }

  /** Where the run of a probe stands; or any, once it shows that probes are not worth it. */
  #next({ word, offset, run }: Probe, text: string, from: number): number {
    let at = text.indexOf(word, from + offset);
    while (at >= 0 && !standsAt(run, text, at - offset)) {
      if (++this.#stops * bytesPerStop > this.#read) return this.#findPattern(this.#giveUp(), text, from);
      at = text.indexOf(word, at + 1);
    }
    this.#read += (at < 0 ? text.length : at) - from;
    return at < 0 ? -1 : at - offset;
  }

  #giveUp(): RegExp {
    this.#texts = sampledTexts;
    this.#pattern ??= new RegExp(this.words.join("|"), "g");
    return this.#pattern;
  }

  #findPattern(pattern: RegExp, text: string, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? -1;
  }

  #sample(text: string): void {
    this.#texts++;
    const step = Math.max(1, Math.floor(text.length / samplesOfText));
    for (let at = 0; at < text.length; at += step) {
      const byte = text.charCodeAt(at);
      this.#counts[byte] = (this.#counts[byte] as number) + 1;
      this.#samples++;
    }
    this.#choose();
  }

  #choose(): void {
    this.#probes = this.#runs.flatMap((run) => probesOf(run, this.#rarest(run)));
    const stops = this.#probes.reduce((sum, { word }) => sum + this.#countOf([codeOf(word)]), 0);
    if (this.#probes.length > 1 && stops * bytesPerStop > this.#samples) this.#giveUp();
  }

  #rarest(run: Run): number {
    let rarest = 0;
    for (let at = 1; at < run.length; at++) {
      if (this.#countOf(run[at] as Choice) < this.#countOf(run[rarest] as Choice)) rarest = at;
    }
    return rarest;
  }

  #countOf(choice: Choice): number {
    return choice.reduce((sum, code) => sum + (this.#counts[code] as number), 0);
  }
}

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

function standsAt(run: Run, text: string, start: number): boolean {
  for (let i = 0; i < run.length; i++) {
    const choice = run[i] as Choice;
    const code = text.charCodeAt(start + i);
    if (choice[0] !== code && !choice.includes(code)) return false;
  }
  return true;
}

function sourceOf(choice: Choice): string {
  const characters = String.fromCharCode(...choice).replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (character) => `\\${character}`);
  return choice.length === 1 ? characters : `[${characters}]`;
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
