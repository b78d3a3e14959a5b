import { fail } from "../core/errors.ts";

/** A worker that exists, one to be started from a script, or the port of something that serves. Called again by `reopen()`. */
export type WorkerSource = () => Worker | MessagePort | URL | string;

/** A worker that was told to start. Whether it does is the handshake's to find out. */
export interface Launched {
  readonly endpoint: Worker | MessagePort | BroadcastChannel;
  /** How errors call it: its script's address where that is known. */
  readonly where: string;
  /** It belongs to another page, with which it may be frozen, and keep its locks. */
  readonly far?: true;
  stop(): void;
}

/**
 * Starts the published worker, which lies beside the published entry point, or another. As addresses and not inside `new Worker(…)`: bundlers then
 * copy both files as they are, which is what files without imports want, and pages without a bundler find them where they lie.
 *
 * Throws `unavailable` when the browser refuses at once: another origin, no workers, a bad address.
 */
export function launch(source?: WorkerSource): Launched {
  const made = source ? source() : new URL("../worker.js", import.meta.url);
  if (isRunning(made)) return running(made, "worker");
  const where = String(made);
  // Its other file's address is its name: where no bundler was told otherwise it is beside it, and there it looks by itself.
  const name = source ? "" : String(new URL("../worker-parts.js", import.meta.url));
  try {
    return running(new Worker(made, { type: "module", name }), where);
  } catch (error) {
    throw notLoaded(where, String(error));
  }
}

function isRunning(made: ReturnType<WorkerSource>): made is Worker | MessagePort {
  return typeof made === "object" && "postMessage" in made;
}

function running(endpoint: Worker | MessagePort, where: string): Launched {
  return { endpoint, where, stop: () => ("terminate" in endpoint ? endpoint.terminate() : endpoint.close()) };
}

export function notLoaded(where: string, reason: string): Error {
  const remedy = "serve worker.js from this page's origin, or pass { worker }";
  return fail("unavailable", { what: where, reason, remedy });
}
