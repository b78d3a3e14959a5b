/** What the log needs of a file: little enough for a sync access handle, for a Blob in RAM and for a test. Offsets and lengths are bytes. */
export interface BlockFile extends ReadableFile {
  /**
   * Writes at an offset, perhaps beyond the end, and says how many bytes it wrote. A full disk shows as an exception, as a short answer or as an
   * absurd one: whoever writes compares.
   */
  write(bytes: Uint8Array, at: number): number;
  truncate(size: number): void;
  /** Returns when everything written is on the disk. */
  flush(): void;
  close(): void;
}

export interface ReadableFile {
  size(): number;
  /** The bytes from `at`, fewer where the file ends. A buffer of their own. */
  read(at: number, length: number): Uint8Array;
}

/** The files of one volume, all in one directory that nobody else writes to. */
export interface Folder {
  names(): Promise<readonly string[]>;
  /** Opens a file, made when it is missing. It is the only one that has it open. */
  open(name: string): Promise<BlockFile>;
  remove(name: string): Promise<void>;
}

export function inRam(bytes: Uint8Array): ReadableFile {
  return { size: () => bytes.length, read: (at, length) => bytes.slice(at, at + length) };
}
