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

/** Throws `unavailable` when the browser refuses at once: another origin, no workers, a bad address. */
export function launch(source: WorkerSource = bundled): Launched {
  const made = source();
  if (isRunning(made)) return running(made, "worker");
  const where = String(made);
  try {
    return running(new Worker(made, { type: "module" }), where);
  } catch (error) {
    throw notLoaded(where, String(error));
  }
}

function isRunning(made: ReturnType<WorkerSource>): made is Worker | MessagePort {
  return typeof made === "object" && "postMessage" in made;
}

/**
 * The published worker lies beside the published entry point. As an address and not inside `new Worker(…)`: bundlers then copy the file as
 * it is, which is what a file without imports wants, and pages without a bundler find it where it lies.
 */
function bundled(): URL {
  return new URL("../worker.js", import.meta.url);
}

function running(endpoint: Worker | MessagePort, where: string): Launched {
  return { endpoint, where, stop: () => ("terminate" in endpoint ? endpoint.terminate() : endpoint.close()) };
}

export function notLoaded(where: string, reason: string): Error {
  const remedy = "serve worker.js from this page's origin, or pass { worker }";
  return fail("unavailable", { what: where, reason, remedy });
}
