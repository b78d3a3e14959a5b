/** The object without its undefined properties: what is absent is absent in JSON too. */
export function compact(object: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
