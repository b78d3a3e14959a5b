import type { Effect } from "../core/effects.ts";
import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { PathFilter, WatchEvent, WatchRequest } from "../ports/watcher.ts";
import type { Opening } from "./opening.ts";
import { reported } from "./reported.ts";

export type WatchListener = (event: WatchEvent) => MaybePromise<void>;

/**
 * As a `Watcher`, but patterns are matched in the worker and functions on the page, so that a list of `include` must be all of one kind. In a
 * worker that replaces a lost one it goes on after a `reset`. What a listener or a function throws is reported, and the watch goes on.
 */
export async function watchRemotely(opening: Opening, request: WatchRequest, listener: WatchListener): Promise<() => void> {
  const { patterns, keeps } = split(request);
  const id = opening.nextId();
  let resumed = false;

  function deliver(event: WatchEvent): MaybePromise<void> {
    const kept = event.type === "reset" ? event : { ...event, changes: event.changes.filter(keeps) };
    if (kept.type === "reset" || kept.changes.length > 0) return listener(kept);
  }

  await opening.attach(id, async (connection) => {
    connection.listeners.set(id, async (event) => {
      if (event.type === "commit") await reported(() => deliver(event.event));
      return undefined;
    });
    await connection.call("watch", { id, resumed, ...patterns });
    resumed = true;
  });
  return () => void opening.detach(id);
}

interface Split {
  readonly patterns: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
  /** The page's part of the filter; of a move, either end is enough. */
  keeps(change: Effect): boolean;
}

function split({ include, exclude = [] }: WatchRequest): Split {
  const wanted = include?.filter(isTest) ?? [];
  const unwanted = exclude.filter(isTest);
  if (wanted.length > 0 && wanted.length !== include?.length) {
    throw fail("invalid_arguments", { issues: [{ at: "include", problem: "conflict", expected: "patterns or functions" }] });
  }
  return {
    patterns: { include: wanted.length > 0 ? undefined : (include as readonly string[] | undefined), exclude: exclude.filter(isPattern) },
    keeps: ({ path, from = path }) =>
      [path, from].some((end) => (wanted.length === 0 || wanted.some((test) => test(end))) && !unwanted.some((test) => test(end))),
  };
}

const isPattern = (filter: PathFilter): filter is string => typeof filter === "string";
const isTest = (filter: PathFilter): filter is (path: string) => boolean => !isPattern(filter);
