import type { Order, Said } from "./messages.ts";

declare global {
  interface Window {
    /** Starts a worker; what it says comes through `heard`. */
    order(order: Order): void;
    heard(said: Said): Promise<void>;
  }
}

window.order = (order) => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Said>) => {
    if (data.type !== "began" && data.type !== "done") worker.terminate();
    void window.heard(data);
  });
  worker.postMessage(order); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker
};
