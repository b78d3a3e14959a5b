/** Methods of these names, all made of one function. Their types are the caller's to say. */
export function methodsOf(names: readonly string[], call: (name: never, args: never) => unknown): unknown {
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(name as never, args as never)]));
}
