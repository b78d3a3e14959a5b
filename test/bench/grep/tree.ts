import { createRandom, type Random } from "../../fuzz/grep/random.ts";

/** Paths and texts. */
export type Tree = ReadonlyMap<string, string>;

const nouns =
  "value node index path state file buffer token config render worker stream event handler schema result offset limit count name user order price".split(
    " ",
  );
const verbs = "get set make read write find open close send parse render update create remove".split(" ");
const types = ["TypeError", "RangeError", "SyntaxError", "ParseError", "Map", "Set", "Promise", "Uint8Array", "ReadonlyArray"];
const beyond = ["данные", "数据库", "größe", "naïve", "θάλασσα"];

/** 6 MB in 700 files. */
export function smallTree(): Tree {
  return seededTree(1, 700, 6e6);
}

/** Source text of about `bytes` bytes, the same for the same seed: `files` files, a few of them beyond ASCII. */
export function seededTree(seed: number, files: number, bytes: number): Tree {
  const random = createRandom(seed);
  const tree = new Map<string, string>();
  for (let i = 0; i < files; i++) {
    const path = `${random.pick(nouns)}-${i % 40}/${random.pick(verbs)}${i}.${random.pick(["ts", "c", "py", "md"])}`;
    tree.set(path, sourceText(random, bytes / files, i % 20 === 0));
  }
  return tree;
}

function sourceText(random: Random, bytes: number, wide: boolean): string {
  const goal = (bytes * (50 + random.below(100))) / 100;
  let text = "";
  while (text.length < goal) text += `${sourceLine(random, wide)}\n`;
  return text;
}

function sourceLine(random: Random, wide: boolean): string {
  const indent = "  ".repeat(random.below(5));
  const name = (): string => random.pick(verbs) + capital(random.pick(nouns));
  const noun = (): string => (wide && random.once(6) ? random.pick(beyond) : random.pick(nouns));
  switch (random.below(16)) {
    case 0:
      return `import { ${name()} } from "./${random.pick(nouns)}.ts";`;
    case 1:
      return `${indent}// ${random.once(20) ? random.pick(["TODO: ", "fixme "]) : ""}the ${noun()} of a ${noun()} is ${verbPhrase(random)} the ${noun()}`;
    case 2:
      return `${indent}return ${name()}(${noun()}, ${random.below(1_000)});`;
    case 3:
      return `${indent}if (${noun()} === undefined) throw new ${random.once(10) ? random.pick(types) : "Error"}("${noun()} ${noun()}");`;
    case 4:
      return `${indent}const ${noun()} = ${name()}(${noun()})[${random.below(99)}];`;
    case 5:
      return `${indent}${random.once(9) ? "fn" : "function"} ${name()}(${noun()}: string, key: number) {`;
    case 6:
      return "";
    case 7:
      return random.once(40) ? `${indent}const ${"abcdefghijklmnopqrstuvwxyz".slice(random.below(5))} = ${name()};` : `${indent}}`;
    case 8:
      return `${indent}for (const ${noun()} of ${name()}()) {`;
    default:
      return `${indent}${noun()}.${name()}(${noun()}.${noun()}, "${noun()}-${random.below(10_000)}") ${random.once(3) ? "&&" : "||"} ${name()}();`;
  }
}

function verbPhrase(random: Random): string {
  return `${random.pick(verbs)} and ${random.pick(verbs)}`;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
