/** A value now, or later. Await only when it is a promise, so that what can be synchronous is. */
export type MaybePromise<T> = T | Promise<T>;

export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return value instanceof Promise;
}

/** `next` of the value, now when the value is there now. */
export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** All values, now when they are all there now. */
export function allOf<T>(values: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
  return values.some(isPromise) ? Promise.all(values.map(async (value) => value)) : (values as readonly T[]);
}
