import { fail } from "../core/errors.ts";
import { formatVersion } from "../volumes/opfs/format.ts";
import { connect, openLine } from "./connection.ts";
import type { OtherVolumeRequest } from "./client.ts";
import type { Connection, ConnectionCall, ConnectOptions } from "./connection.ts";
import type { PortsideError } from "../core/errors.ts";
import { checkProtocol, readiness } from "./handshake.ts";
import type { Launched } from "./launch.ts";
import { lost } from "./lost.ts";
import type { Opening } from "./opening.ts";
import type { Ready } from "./protocol.ts";
import { callOn, moveOn } from "./succession.ts";
import { callsChannel, doorChannel, eventsChannel, guestLock, ownerLock, say } from "./tab-names.ts";
import type { Bye, Knock, OpenDoor } from "./tab-names.ts";
import { within } from "./within.ts";

/** Milliseconds that an owner may take to answer; as `wait` of an `OpfsVolumeRequest` says. */
const patience = 10_000;

/**
 * One page at a time owns a workspace that lasts: it holds the lock, and its worker has the volume. Every other page of the origin is its guest,
 * and calls that worker through broadcast channels. When the owner is gone, whoever gets the lock is the next, and the others become its guests.
 * Rejects as `connect` does, with workspace_busy when the owner does not answer, and with `unavailable` when it is of another version.
 */
export async function connectTab(options: ConnectOptions): Promise<Connection> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return connect(options); // nothing lasts here, and the worker says why
  const tabs = options.open.volume.name ?? "";
  // Whichever comes first aborts the other in the same turn.
  const over = new AbortController();
  const first = await Promise.race([awaitTurn(tabs, over), visit(options, tabs, over)]);
  return leavable(await ("end" in first ? own(options, tabs, first) : beGuest(options, first)));
}

/** The lock of the owner. */
interface Turn {
  end(): void;
}

function awaitTurn(tabs: string, over: AbortController): Promise<Turn> {
  return new Promise((resolve) => {
    const hold = (): Promise<void> | undefined => {
      if (over.signal.aborted) return undefined;
      over.abort();
      return new Promise((end) => resolve({ end }));
    };
    navigator.locks.request(ownerLock(tabs), { signal: over.signal }, hold).catch(() => {
      if (over.signal.aborted) return;
      // Blocked storage has locks and refuses them. The worker says so.
      over.abort();
      resolve({ end: () => {} });
    });
  });
}

async function own(options: ConnectOptions, tabs: string, turn: Turn): Promise<Connection> {
  try {
    const connection = await connect({ ...options, open: { ...options.open, tabs } });
    if (!connection.opened.capabilities.durable) turn.end();
    void connection.lost.then(turn.end);
    const close = (): void => {
      connection.close();
      turn.end();
    };
    return { ...connection, close };
  } catch (error) {
    turn.end();
    throw error;
  }
}

/** An owner that has answered. */
interface Visit {
  readonly guest: string;
  readonly launched: Launched;
  readonly ready: Ready;
}

const where = "the worker of another page";

async function visit({ open }: ConnectOptions, tabs: string, over: AbortController): Promise<Visit> {
  const { signal } = over;
  const guest = crypto.randomUUID();
  const leave = await holdUntilLeft(guestLock(guest), signal);
  const [calls, events, door] = [callsChannel(guest), eventsChannel(guest), doorChannel(tabs)].map(
    (name) => new BroadcastChannel(name),
  ) as [BroadcastChannel, BroadcastChannel, BroadcastChannel];
  const launched: Launched = { endpoint: calls, where, far: true, stop: () => [calls.close(), events.close(), leave()] };
  try {
    endWithBye(calls);
    const heard = Promise.race([readiness(launched, signal), aborted(signal)]);
    knockAt(door, guest);
    const ready = await within(waitOf(open.volume as OtherVolumeRequest), heard, () => silent(tabs));
    signal.throwIfAborted();
    over.abort();
    checkVersions(ready);
    return { guest, launched, ready: { ...ready, events } };
  } catch (error) {
    launched.stop();
    throw error;
  } finally {
    door.close();
  }
}

async function beGuest(options: ConnectOptions, { guest, launched, ready }: Visit): Promise<Connection> {
  try {
    return { ...(await openLine(launched, ready, options)), id: guest, moveOn };
  } catch (error) {
    launched.stop();
    throw error;
  }
}

/** A page that is left may be kept, frozen with all that it holds. It lets go of the workspace, and comes again when it is shown again. */
function leavable(connection: Connection): Connection {
  const leaving = new AbortController();
  let isLeft = false;
  let close = (): void => {};
  const shown = new Promise<PortsideError>((resolve) => {
    onPage("pagehide", { signal: leaving.signal }, ({ persisted }) => {
      if (!persisted) return;
      isLeft = true;
      connection.close();
      onPage("pageshow", { once: true }, () => resolve(lost("the page was left", false)));
    });
  });
  const closed = new Promise<PortsideError>((resolve) => {
    close = () => {
      connection.close();
      resolve(lost("disposed", false));
    };
  });
  void Promise.race([connection.lost, closed]).then(() => leaving.abort());

  async function goOn(opening: Opening): Promise<void> {
    const error = await Promise.race([shown, connection.lost, closed]);
    if (!isLeft && !connection.moveOn) throw error;
    await moveOn(opening);
  }

  const call: ConnectionCall = (target, request, context, opening) =>
    opening ? callOn(opening, target, request, context) : connection.call(target, request, context);
  return { ...connection, call, lost: Promise.race([shown, connection.lost]), close, moveOn: goOn };
}

/** There is no page in Node, and in a worker none that is left. */
function onPage(type: "pagehide" | "pageshow", options: AddEventListenerOptions, listener: (event: PageTransitionEvent) => void): void {
  if ("addEventListener" in globalThis) globalThis.addEventListener(type, listener as EventListener, options);
}

/** While it is held, the owner knows that the guest lives. Resolves, when it is, with the function that lets go of it. */
function holdUntilLeft(name: string, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> => {
      signal.throwIfAborted();
      return new Promise((leave) => resolve(leave));
    };
    navigator.locks.request(name, { signal }, hold).catch(reject);
  });
}

function knockAt(door: BroadcastChannel, guest: string): void {
  const knock = (): void => say(door, { type: "knock", guest } satisfies Knock);
  door.addEventListener("message", ({ data }: MessageEvent<Knock | OpenDoor>) => {
    if (data.type === "opening") knock();
  });
  knock();
}

/** A port tells when its other end is closed; a channel has to be told. */
function endWithBye(calls: BroadcastChannel): void {
  calls.addEventListener("message", ({ data }: MessageEvent<Partial<Bye>>) => {
    if (data.type === "bye") calls.dispatchEvent(new Event("close"));
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

function waitOf({ wait }: OtherVolumeRequest): number {
  return typeof wait === "number" ? wait : patience;
}

function silent(workspace: string): Error {
  return fail("workspace_busy", { workspace, remedy: "the page that has it open does not answer: show that page, or close it" });
}

function checkVersions(ready: Ready): void {
  checkProtocol(ready, where);
  const { format } = ready.capabilities;
  if (format === formatVersion) return;
  throw fail("unavailable", {
    what: where,
    reason: `it writes format ${format}, this page ${formatVersion}`,
    remedy: "load both pages again",
  });
}
