import { fail, type PortsideError } from "../../core/errors.ts";
import type { Permission, Permitted } from "./browser.ts";

/**
 * Asks the user for the folder again, where the browser has taken it back: after the page was loaded anew, or when its last tab was closed. To be
 * called on the page, from a click: browsers refuse to ask at other times. True when the folder may be used; the volume needs nothing else.
 */
export async function grant(handle: FileSystemDirectoryHandle & Permitted, mode: Permission["mode"] = "readwrite"): Promise<boolean> {
  if (!handle.requestPermission) return true; // a browser that gives out folders without it never takes them back
  return (await handle.requestPermission({ mode })) === "granted";
}

/**
 * Throws `unavailable` unless the folder may be used so. To find out by trying is no way: on a page, the browser would ask the user, and wait.
 */
export async function requirePermission(handle: FileSystemDirectoryHandle & Permitted, mode: Permission["mode"]): Promise<void> {
  const state = await handle.queryPermission?.({ mode });
  if (state === undefined || state === "granted") return;
  throw notPermitted(handle, `the browser does not let this page ${mode === "read" ? "read" : "change"} it now`);
}

export function notPermitted({ name }: FileSystemDirectoryHandle, reason: string): PortsideError {
  const remedy = "call grant(handle) of portside/volumes/directory from a click on the page, then try again";
  return fail("unavailable", { what: `the folder "${name}"`, reason, remedy });
}
