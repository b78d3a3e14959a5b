import type { PortName } from "./protocol.ts";

/** Every port, and whether its calls change something: of those it is not known what became when the answer is lost. */
export const mutatingPorts: Readonly<Record<PortName, boolean>> = {
  read: false,
  readBytes: false,
  write: true,
  remove: true,
  move: true,
  makeDirectory: true,
  edit: true,
  apply: true,
  glob: false,
  grep: false,
  explain: false,
  list: false,
  count: false,
};
