import { portCases } from "../../../src/conformance/ports.ts";
import { openWorkspace } from "../../../src/worker/client.ts";
import type { Outcome, Suite } from "./messages.ts";
import { runCases } from "./run-cases.ts";

declare global {
  var runSuite: (suite: Suite) => Promise<Outcome>; // oxlint-disable-line no-var -- a property of globalThis
}

const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
let made = 0;

globalThis.runSuite = ({ of, volume }) => (of === "ports" ? runPorts(volume) : runStorage(volume));

function runStorage(volume: Suite["volume"]): Promise<Outcome> {
  const said = new Promise<Outcome>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Outcome>) => resolve(data), { once: true });
  });
  worker.postMessage(volume); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker
  return said;
}

function runPorts(kind: Suite["volume"]): Promise<Outcome> {
  const open = () => openWorkspace({ volume: { kind, name: `ports-${made++}` }, worker: connect });
  return runCases(Object.values(portCases).flat(), open);
}

function connect(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(port2, [port2]);
  return port1;
}
