import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { PathFilter, WatchEvent, WatchRequest } from "../ports/watcher.ts";
import type { Opening } from "./opening.ts";

export type WatchListener = (event: WatchEvent) => MaybePromise<void>;

/**
 * As a `Watcher`, but patterns are matched in the worker and functions on the page, so that a list of `include` must be all of one kind. In a
 * worker that replaces a lost one it goes on after a `reset`.
 */
export async function watchRemotely(opening: Opening, request: WatchRequest, listener: WatchListener): Promise<() => void> {
  const { patterns, keeps } = split(request);
  const id = opening.nextId();
  let begun = false;

  async function deliver(event: WatchEvent): Promise<void> {
    if (event.type === "reset") return listener(event);
    const changes = event.changes.filter(({ path, from }) => keeps(path) || (from !== undefined && keeps(from)));
    if (changes.length > 0) await listener({ ...event, changes });
  }

  await opening.attach(id, async (connection) => {
    const started = connection.call("watch", { id, ...patterns });
    const caughtUp = begun ? started.then(() => deliver({ type: "reset", sequence: 0 })) : started;
    connection.listeners.set(id, async (event) => {
      await Promise.allSettled([caughtUp]);
      if (event.type === "commit") await deliver(event.event);
      return undefined;
    });
    await started;
    begun = true;
  });
  // What a lost worker watched has ended with it.
  return () => void opening.detach(id).catch(() => {});
}

interface Split {
  readonly patterns: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
  /** The page's part of the filter. */
  keeps(path: string): boolean;
}

function split({ include, exclude = [] }: WatchRequest): Split {
  const wanted = include?.filter(isTest) ?? [];
  const unwanted = exclude.filter(isTest);
  if (wanted.length > 0 && wanted.length !== include?.length) {
    throw fail("invalid_arguments", { issues: [{ at: "include", problem: "conflict", expected: "patterns only, or functions only" }] });
  }
  const wants = (path: string): boolean => wanted.length === 0 || wanted.some((test) => test(path));
  return {
    patterns: { include: wanted.length > 0 ? undefined : include?.filter(isPattern), exclude: exclude.filter(isPattern) },
    keeps: (path) => wants(path) && !unwanted.some((test) => test(path)),
  };
}

function isPattern(filter: PathFilter): filter is string {
  return typeof filter === "string";
}

function isTest(filter: PathFilter): filter is (path: string) => boolean {
  return typeof filter === "function";
}
