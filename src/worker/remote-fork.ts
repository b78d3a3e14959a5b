import { PortsideError } from "../core/errors.ts";
import type { Failure } from "../core/errors.ts";
import type { CallContext, Mutated } from "../ports/call.ts";
import type { RemoteWorkspace } from "./client.ts";
import type { Connection } from "./connection.ts";
import { isLost } from "./is-lost.ts";
import { createOpening } from "./opening.ts";
import type { Opening } from "./opening.ts";
import type { Id, InForkRequest, Opened } from "./protocol.ts";
import { openCatalog } from "./remote-catalog.ts";
import type { CatalogOptions, RemoteCatalog } from "./remote-catalog.ts";

/** `profile`, `policy` and `around` are of its own `tools`: nothing is taken over from the workspace. */
export interface ForkOptions extends Omit<CatalogOptions, "name"> {
  /** What errors call it; "fork". */
  readonly name?: string;
}

/**
 * What is done here stays here until it is merged: in the worker's RAM, and so does its history, which begins with the fork. When the worker is
 * lost, in whichever page it runs, the fork is gone: its calls are `unavailable`, and so is `reopen()`; another one can be made.
 */
export interface RemoteFork extends RemoteWorkspace {
  /** What was changed since the fork, as unified text. */
  diff(): Promise<string>;
  /**
   * Makes the changes in the workspace that was forked: all of them, as one batch, or none; its history takes them back as one. Then the fork is
   * disposed of. It is the host's own call: no catalog's policy holds for it and no `authorize` is asked, whichever catalogs made the changes, so
   * that whoever is to agree is shown `diff()` first. Rejects with stale_version {reason: "both_sides", paths} where both changed the same paths,
   * or one changed below what the other moved or removed; the fork is as before. A dry run answers with the effects and the diff.
   */
  merge(context?: CallContext): Promise<Mutated<object>>;
  /** Takes nothing over. */
  dispose(): Promise<void>;
}

/** Makes a page's workspace of an opening. */
export type Assemble = (opening: Opening, tools: RemoteCatalog) => RemoteWorkspace;

/** A fork is an opening more, whose calls go by way of the one that was forked. */
export async function forkRemotely(opening: Opening, assemble: Assemble, options: ForkOptions = {}): Promise<RemoteFork> {
  const id = opening.nextId();
  const { outside, opened } = await makeFork(opening, id, options.name ?? "fork");
  const inside = connectionInto(outside, id, opened);
  const leave = (): Promise<void> => opening.detach(id);
  const forked = await createOpening({ running: untilLost(inside), nextId: opening.nextId, leave });
  try {
    const workspace = assemble(forked, await openCatalog(forked, { ...options, name: "tools" }));
    return { ...workspace, ...waysBack(outside, id, workspace.dispose) };
  } catch (error) {
    await Promise.allSettled([leave()]); // the first failure is the one to tell
    throw error;
  }
}

interface Made {
  /** To the worker that holds the fork. */
  readonly outside: Connection;
  readonly opened: Opened;
}

/** Once: in a worker that replaces a lost one there is nothing to go on with. */
async function makeFork(opening: Opening, id: Id, name: string): Promise<Made> {
  let made: Made | undefined;
  await opening.attach(id, async (outside) => {
    made ??= { outside, opened: await outside.call("fork", { id, name }) };
  });
  return made as Made;
}

/** A call of another page's workspace goes on with the next owner. These do not: that one has no such fork. */
function connectionInto(outside: Connection, fork: Id, opened: Opened): Connection {
  const call = (target: InForkRequest["target"], request: InForkRequest["request"], context?: CallContext): Promise<unknown> =>
    orGone(outside.call("inFork", { fork, target, request }, context));
  const { id, ports, listeners, close } = outside;
  return { id, ports, listeners, close, opened, call: call as Connection["call"], lost: outside.lost.then(() => gone("rejected")) };
}

function untilLost(connection: Connection): () => Promise<Connection> {
  let loss: PortsideError | undefined;
  void connection.lost.then((error) => (loss = error));
  return async () => {
    if (loss) throw loss;
    return connection;
  };
}

function waysBack(outside: Connection, fork: Id, dispose: () => Promise<void>): Pick<RemoteFork, "diff" | "merge"> {
  return {
    diff: () => orGone(outside.call("forkDiff", { fork })),
    async merge(context = {}) {
      const merged = await orGone(outside.call("merge", { fork }, { ...context, mutating: !context.dryRun }));
      if (!context.dryRun) await dispose();
      return merged;
    },
  };
}

async function orGone<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling;
  } catch (error) {
    throw isLost(error) ? gone(error.status) : error;
  }
}

function gone(status: Failure): PortsideError {
  const details = { what: "fork", reason: "it was lost with the worker that held it", remedy: "fork the workspace again" };
  return new PortsideError({ code: "unavailable", details, status });
}
