/** False where there is nothing to ask. */
export async function persist(): Promise<boolean> {
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined;
  return (await storage?.persist?.()) ?? false;
}
