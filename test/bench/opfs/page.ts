/** Milliseconds. */
export interface Times {
  readonly [what: string]: number;
}

declare global {
  interface Window {
    measure(what: "volume" | "bare" | "reopened"): Promise<Times>;
  }
}

// Opening anew must find nothing in RAM, so each measurement has a worker of its own.
window.measure = (what) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Times | string>) => {
      worker.terminate();
      if (typeof data === "string") reject(new Error(data));
      else resolve(data);
    });
    worker.postMessage(what); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker
  });
