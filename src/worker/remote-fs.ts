import type { FileOperations, FileSystem } from "../ports/file-system.ts";
import { createFileSystem } from "../workspace/fs.ts";
import type { Call } from "./calls.ts";
import { mutatingOperations } from "./mutating-operations.ts";

/** One call of a page's `workspace.fs`: Node's shapes are made here, and plain data crosses. Loaded with the first call. */
export function callFileSystem(call: Call, method: keyof FileSystem, args: readonly unknown[]): Promise<unknown> {
  const fs = createFileSystem(remoteOperations(call));
  return (fs[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
}

function remoteOperations(call: Call): FileOperations {
  const operations = Object.entries(mutatingOperations).map(([name, mutating]) => {
    const operation = name as keyof FileOperations;
    return [name, (...args: readonly unknown[]) => call("fs", { operation, args }, { mutating })];
  });
  return Object.fromEntries(operations) as FileOperations;
}
