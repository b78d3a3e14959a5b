/** Of a name, and how often it is made and removed: 42 KB of the journal, whose records hold it three times. 80 ms. */
const nameLength = 200;
const rounds = 48;

let passed: Promise<void> | undefined;

/**
 * To be awaited before a name is made or removed. Chromium keeps the names of an origin's files in a LevelDB, and goes on in its journal where a
 * kill has torn a record: at the next start it forgets all that stands behind that record in the same 32 KiB block. A segment that was made there is gone
 * then, with what is in it. So the rest of the block is filled with what may be forgotten, once for each worker that changes names at all.
 */
export function passTornNames(): Promise<void> {
  passed ??= fillBlock();
  return passed;
}

async function fillBlock(): Promise<void> {
  // Firefox and Safari keep them otherwise.
  if (!("userAgentData" in navigator)) return;
  const root = await navigator.storage.getDirectory();
  const name = `${crypto.randomUUID()}-`.padEnd(nameLength, "-");
  try {
    for (let round = 0; round < rounds; round++) {
      await root.getFileHandle(name, { create: true });
      await root.removeEntry(name);
    }
  } catch {
    passed = undefined; // what is made or removed next meets the same trouble, and tells
  }
}

/** What is there, or is made then. */
export async function made<Handle>(get: (options: FileSystemGetFileOptions) => Promise<Handle>): Promise<Handle> {
  try {
    return await get({});
  } catch (error) {
    if ((error as Error).name !== "NotFoundError") throw error;
  }
  await passTornNames();
  return get({ create: true });
}
