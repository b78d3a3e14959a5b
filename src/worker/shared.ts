import { fail } from "../core/errors.ts";
import { connect } from "./connection.ts";
import type { ConnectOptions, Connection } from "./connection.ts";
import type { Id } from "./protocol.ts";
import { within } from "./within.ts";

/** One workspace and its worker, for all openings of it in this page. */
export interface Shared {
  readonly options: ConnectOptions;
  /** The running worker; another one where there is none yet, or it was lost. */
  running(): Promise<Connection>;
  /** A new id, of a catalog or a watch; it stays the same in a worker that replaces a lost one. */
  nextId(): Id;
  /** One opening more, and one less: the last closes the workspace and stops the worker. */
  enter(): void;
  leave(): Promise<void>;
}

const named = new Map<string | symbol, Shared>();

/** The workspace of that kind and name that is open in this page, or a new one. Without a name it is always a new one. */
export function join(options: ConnectOptions): Shared {
  const { kind, name } = options.open.volume;
  const key = name === undefined ? Symbol() : `${kind}\n${name}`;
  const shared = named.get(key) ?? createShared(options, () => named.delete(key));
  named.set(key, shared);
  shared.enter();
  return shared;
}

function createShared(options: ConnectOptions, forget: () => void): Shared {
  let openings = 0;
  let lastId = 0;
  let current: Promise<Connection> | undefined;

  function start(): Promise<Connection> {
    // What lasts is shared with the origin's other pages.
    const starting = options.open.volume.kind === "opfs" ? import("./tabs.ts").then((tabs) => tabs.connectTab(options)) : connect(options);
    const drop = (): void => {
      if (current === starting) current = undefined;
    };
    starting.then(({ lost }) => lost.then(drop), drop);
    return starting;
  }

  return {
    options,
    running: () => (current ??= start()),
    nextId: () => ++lastId,
    enter: () => void openings++,
    async leave() {
      if (--openings > 0) return;
      forget();
      if (current) await close(await current, options.timeouts.ready);
    },
  };
}

/** Lets begun calls finish, for no longer than `wait` milliseconds. */
async function close(connection: Connection, wait: number): Promise<void> {
  const late = (): Error => fail("unavailable", { what: "worker", reason: `it did not close within ${wait} ms` });
  try {
    await within(wait, connection.call("close", undefined), late);
  } finally {
    connection.close();
  }
}
