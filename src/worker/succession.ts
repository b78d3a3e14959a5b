import { fail, PortsideError } from "../core/errors.ts";
import type { Call, Remark } from "./calls.ts";
import type { Connection } from "./connection.ts";
import { isLost } from "./is-lost.ts";
import type { Opening } from "./opening.ts";
import type { Target, Targets } from "./protocol.ts";

/** How many owners in a row an opening or a call may lose: a call may be what ends them. */
const losses = 3;

/** Goes on with the next owner, be it this page. */
export async function moveOn(opening: Opening): Promise<void> {
  for (let left = losses; ; left--) {
    try {
      return await opening.reopen();
    } catch (error) {
      if (left === 1 || !isLost(error)) throw error;
    }
  }
}

/** A call that goes on when its worker is another page's and lost: it is made again in the next one, and what was done already is not done twice. */
export function callOn(opening: Opening, ...[target, request, context = {}]: Parameters<Call>): ReturnType<Call> {
  return attempt(opening, { target, request, context: named(opening, context) }, losses);
}

interface GuestCall {
  readonly target: Target;
  readonly request: Targets[Target]["request"];
  readonly context: Remark;
}

type Response = Awaited<ReturnType<Call>>;

/** A change has an id, by which one can ask what became of it. One that is made here is like no other. */
function named({ connection, nextId }: Opening, context: Remark): Remark {
  return context.mutating ? { ...context, callId: context.callId ?? `${connection.id}-${nextId()}` } : context;
}

async function attempt(opening: Opening, call: GuestCall, left: number): Promise<Response> {
  const { connection } = opening;
  const { target, request, context } = call;
  // A host may give an id again. To ask first costs no time: calls arrive in order.
  const before = connection.moveOn && isTold(call) && !isOwn(context, connection) ? commitOf(connection, context) : undefined;
  try {
    return await connection.call(target, request, context);
  } catch (error) {
    if (!connection.moveOn || left === 1 || !isLost(error)) throw error;
    await connection.moveOn(opening).catch(({ code, details }: PortsideError) => {
      throw new PortsideError({ code, details, status: error.status });
    });
    if (error.status === "uncertain" && isTold(call)) await refuseIfDone(opening.connection, context, { before: await before, error });
    if (context.signal?.aborted) throw fail("aborted", {});
    return attempt(opening, call, left - 1);
  }
}

/** Of a tool's call the catalog knows by its id what it did, and answers that. Of others the volume knows only that they did something. */
function isTold({ target, context }: GuestCall): boolean {
  return target !== "tool" && context.mutating === true;
}

function isOwn({ callId }: Remark, { id }: Connection): boolean {
  return String(callId).startsWith(`${id}-`);
}

/** The number of the commit that carries the call's id; "unknown" when its worker is lost too. */
function commitOf({ call }: Connection, { callId }: Remark): Promise<number | undefined | "unknown"> {
  return call("committed", { callId: String(callId) }).catch(() => "unknown");
}

interface Loss {
  readonly before: number | undefined | "unknown";
  readonly error: PortsideError;
}

/** A call makes one commit, or none. Throws the error of the loss where it cannot be known. */
async function refuseIfDone(next: Connection, context: Remark, { before, error }: Loss): Promise<void> {
  const after = await commitOf(next, context);
  if (after === undefined || after === before) return;
  if (before === "unknown" || after === "unknown") throw error;
  const reason = "the change was made, and its answer was lost with the page that made it";
  const details = { what: "answer", reason, remedy: "do not repeat it: look at the files" };
  throw new PortsideError({ code: "unavailable", details, status: "uncertain" });
}
