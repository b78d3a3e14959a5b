import type { ContainmentOrder, ContainmentReport } from "./fuzz.ts";

export type Said = { readonly report: ContainmentReport } | { readonly fault: string };

/** In a page: the tries are made in a worker, on volumes in the origin's private file system. */
export async function fuzzOnDisk(order: ContainmentOrder): Promise<ContainmentReport> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  try {
    const said = await new Promise<Said>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<Said>) => resolve(data));
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
      worker.postMessage(order); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker
    });
    if ("fault" in said) throw new Error(said.fault);
    return said.report;
  } finally {
    worker.terminate();
  }
}
