/** The same bytes, one by one. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A plain loop: it runs over files of megabytes.
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
