import { writeFileSync } from "node:fs";
import { ripgrep } from "ripgrep";
import { createOracle } from "../fuzz/grep/oracle.ts";
import { randomPattern } from "../fuzz/grep/patterns.ts";
import { createRandom } from "../fuzz/grep/random.ts";
import { randomText } from "../fuzz/grep/texts.ts";
import { corpusFile, type Corpus, type Row } from "./ripgrep-corpus.ts";

const counts = { texts: 24, patterns: 150 };
const seed = 15;

/** Asks the installed ripgrep, and writes the file anew: a row a line. */
export async function recordCorpus(): Promise<void> {
  const random = createRandom(seed);
  const texts = Array.from({ length: counts.texts }, () => randomText(random));
  const oracle = createOracle(texts);
  const rows: Row[] = [];
  for (let i = 0; i < counts.patterns; i++) {
    const pattern = randomPattern(random);
    rows.push({ pattern, answer: await oracle.search(pattern) });
  }
  oracle.dispose();
  write({ version: await installedVersion(), texts: texts.map((text) => Buffer.from(text).toString("base64")), rows });
}

async function installedVersion(): Promise<string> {
  const { stdout } = await ripgrep(["--version"], { buffer: true, env: {} });
  return stdout.split("\n")[0] ?? "";
}

function write({ version, texts, rows }: Corpus): void {
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  writeFileSync(corpusFile, `{"version":${JSON.stringify(version)},"texts":${JSON.stringify(texts)},"rows":[\n${lines}\n]}\n`);
}
