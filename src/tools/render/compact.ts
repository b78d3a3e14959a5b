/** The object without its undefined properties: what is absent is absent in JSON too. */
export function compact(object: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {};
  for (const key in object) {
    if (object[key] !== undefined) kept[key] = object[key];
  }
  return kept;
}
