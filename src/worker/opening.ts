import { fail, isPortsideError } from "../core/errors.ts";
import type { PortsideError } from "../core/errors.ts";
import type { Connection } from "./connection.ts";
import type { Call } from "./calls.ts";
import type { Id } from "./protocol.ts";
import { reported } from "./reported.ts";
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

interface Part {
  readonly attach: Attach;
  /** Where it is open. */
  at: Connection;
}

export async function createOpening(shared: Pick<Shared, "running" | "nextId" | "leave">): Promise<Opening> {
  const parts = new Map<Id, Part>();
  const listeners = new Set<(error: PortsideError) => void>();
  let connection = follow(await shared.running());
  let reopening: Promise<void> | undefined;
  let disposed = false;

  function follow(next: Connection): Connection {
    void next.lost.then((error) => (next.moveOn ? next.moveOn(opening).catch(tell) : tell(error)));
    return next;
  }

  function tell(error: PortsideError): void {
    if (!disposed) for (const listener of listeners) void reported(() => listener(error));
  }

  function assertOpen(): void {
    if (disposed) throw fail("unavailable", { what: "workspace", reason: "disposed" });
  }

  async function detach(id: Id): Promise<void> {
    const part = parts.get(id);
    if (parts.delete(id)) await end(id, (part as Part).at);
  }

  /** Goes on after a failure where that left off. */
  async function moveTo(next: Connection): Promise<void> {
    for (const [id, part] of parts) {
      if (part.at !== next) await part.attach(next);
      part.at = next;
      if (!parts.has(id)) await end(id, next); // detached meanwhile
    }
    if (next !== connection) connection = follow(next);
  }

  const opening: Opening = {
    get connection() {
      return connection;
    },
    async call(target, request, context) {
      assertOpen();
      return connection.call(target, request, context, opening);
    },
    nextId: shared.nextId,
    async attach(id, attach) {
      assertOpen();
      await reopening;
      let at;
      do {
        at = connection;
        await attach(at);
      } while (at !== connection);
      parts.set(id, { attach, at });
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
      await Promise.all([...parts.keys()].map(detach));
      await shared.leave();
    },
  };
  return opening;
}

async function end(id: Id, at: Connection): Promise<void> {
  at.listeners.delete(id);
  try {
    await at.call("end", { id });
  } catch (error) {
    if (!isPortsideError(error, "unavailable")) throw error; // in a worker that is lost there is nothing to end
  }
}
