import { toErrorData, type PortsideError } from "../../../src/core/errors.ts";
import { openWorkspace, type OpenOptions } from "../../../src/worker/client.ts";

/** What the test asks of the page, wherever it is shown. */
export interface Embedded {
  /** Opens a workspace, writes a file, opens it again where it lasts, and reads: the file's text, or the failure. */
  work(volume: OpenOptions["volume"]): Promise<unknown>;
}

declare global {
  var embedded: Embedded; // oxlint-disable-line no-var -- a property of globalThis
}

const worker = (): string => new URL("worker.js", location.href).href;

globalThis.embedded = {
  async work(volume) {
    try {
      const first = await openWorkspace({ volume, worker });
      await first.write({ path: "src/a.txt", content: "kept" });
      if (!first.capabilities.durable) return (await first.read({ path: "src/a.txt" })).content;
      await first.dispose();
      const second = await openWorkspace({ volume, worker });
      return (await second.read({ path: "src/a.txt" })).content;
    } catch (error) {
      return toErrorData(error as PortsideError);
    }
  },
};
