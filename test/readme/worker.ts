import { serve } from "../../src/worker/serve.ts";

/** For an example of a page's, in Node: what a worker does is done at the far end of a channel. */
function startWorker(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  serve({}, port2);
  return port1;
}

Object.assign(globalThis, {
  Worker: function Worker() {
    return startWorker();
  },
});
