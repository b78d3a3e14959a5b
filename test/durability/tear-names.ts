import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A record's checksum, the length of what would follow, and its type. */
const header = Uint8Array.of(0x5b, 0xfa, 0xf1, 0xe8, 29, 0, 1);

/**
 * What a kill between two writes leaves in the journal in which Chromium keeps the names of an origin's private files: a record of which only the
 * header is there. Kills strike that moment about once in a thousand times.
 */
export function tearNames(profile: string): void {
  const origins = join(profile, "Default/File System");
  const journals = readdirSync(origins, { recursive: true, encoding: "utf8" }).filter((path) => /Paths[/\\]\d+\.log$/.test(path));
  if (journals.length === 0) throw new Error("The profile has no journal of names.");
  for (const journal of journals) appendFileSync(join(origins, journal), header);
}
