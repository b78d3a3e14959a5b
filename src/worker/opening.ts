import { fail } from "../core/errors.ts";
import type { PortsideError } from "../core/errors.ts";
import type { Connection } from "./connection.ts";
import type { Call } from "./calls.ts";
import type { Id } from "./protocol.ts";
import type { Shared } from "./shared.ts";

/** Opens a catalog or a watch in a worker: in the first, and in each that replaces it. */
export type Attach = (connection: Connection) => Promise<void>;

/** One opening of a workspace: the worker it talks to now, and what it has opened there. */
export interface Opening {
  readonly connection: Connection;
  readonly call: Call;
  nextId(): Id;
  attach(id: Id, attach: Attach): Promise<void>;
  detach(id: Id): Promise<void>;
  reopen(): Promise<void>;
  onLost(listener: (error: PortsideError) => void): () => void;
  dispose(): Promise<void>;
}

export async function createOpening(shared: Shared): Promise<Opening> {
  const parts = new Map<Id, Attach>();
  const listeners = new Set<(error: PortsideError) => void>();
  let connection = follow(await shared.running());
  let reopening: Promise<void> | undefined;
  let disposed = false;

  function follow(next: Connection): Connection {
    void next.lost.then((error) => {
      if (!disposed) for (const listener of listeners) listener(error);
    });
    return next;
  }

  function assertOpen(): void {
    if (disposed) throw fail("unavailable", { what: "workspace", reason: "disposed" });
  }

  async function detach(id: Id): Promise<void> {
    if (!parts.delete(id)) return;
    connection.listeners.delete(id);
    await connection.call("end", { id });
  }

  async function moveTo(next: Connection): Promise<void> {
    if (next === connection) return;
    for (const attach of parts.values()) await attach(next);
    connection = follow(next);
  }

  return {
    get connection() {
      return connection;
    },
    async call(target, request, context) {
      assertOpen();
      return connection.call(target, request, context);
    },
    nextId: shared.nextId,
    async attach(id, attach) {
      assertOpen();
      await attach(connection);
      parts.set(id, attach);
    },
    detach,
    async reopen() {
      assertOpen();
      reopening ??= shared
        .running()
        .then(moveTo)
        .finally(() => (reopening = undefined));
      await reopening;
    },
    onLost(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async dispose() {
      if (disposed) return;
      disposed = true;
      // In a worker that is lost there is nothing to end.
      await Promise.allSettled([...parts.keys()].map(detach));
      await shared.leave();
    },
  };
}
