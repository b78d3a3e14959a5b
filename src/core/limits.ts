/** Defaults of the ports and the default profile. Bytes are UTF-8 bytes, lines are 1-based, 1 KiB is 1,024 bytes. */
export const limits = {
  /** Lines a read returns, and the most a caller may ask for. */
  readLines: 2_000,
  readLinesMax: 10_000,
  /** Bytes of content in one answer to a model. */
  outputBytes: 51_200,
  /** Entries, paths or matches in one answer, and the most a caller may ask for. */
  results: 250,
  resultsMax: 5_000,
  /** Context lines on each side of a match. */
  contextLinesMax: 20,
  /** The largest file that a text operation takes. */
  fileBytes: 16_777_216,
  /** The largest image read_image returns. */
  imageBytes: 8_388_608,
  /** Code points of one line of a search result before it is clipped. */
  clippedLine: 500,
  /** A NUL in this many leading bytes makes a file binary: for reading and changing, and for searching. */
  binaryWindow: 8_192,
  searchBinaryWindow: 65_536,
  /** Bytes of a path that a caller may ask for, and of one of its names (as Linux has them). */
  pathBytes: 4_096,
  nameBytes: 255,
  /** Links followed for one path (as Linux does). */
  linkHops: 40,
  /** The longest diff that tells what others changed in a stale file. */
  staleDiffBytes: 8_192,
  /** Work between two yields to the event loop, so that an abort can arrive. */
  yieldBytes: 4_194_304,
  yieldEntries: 5_000,
  /** One read asks a volume for no more than this. */
  chunkBytes: 4_194_304,
} as const;
