/** Keeps one value for each list of objects, as long as those are in use: whoever asks again with the same list gets the same one. */
export class ListMemo<Key extends object, Value> {
  readonly #root: Node<Key, Value> = { value: undefined, next: new WeakMap() };

  get(list: readonly Key[], make: () => Value): Value {
    let node = this.#root;
    for (const key of list) {
      let next = node.next.get(key);
      if (next === undefined) node.next.set(key, (next = { value: undefined, next: new WeakMap() }));
      node = next;
    }
    return (node.value ??= make());
  }
}

/** What follows in lists that begin alike. */
interface Node<Key extends object, Value> {
  value: Value | undefined;
  readonly next: WeakMap<Key, Node<Key, Value>>;
}
