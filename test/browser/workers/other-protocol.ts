const { port2 } = new MessageChannel();
self.postMessage(
  { type: "ready", protocol: 99, ports: {}, capabilities: { volumes: [], profiles: [] }, events: port2 },
  { transfer: [port2] },
);
