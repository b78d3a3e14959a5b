export type { PortSubject } from "./port-fixture.ts";
export { portCases } from "./ports.ts";
export type { PortSuite } from "./ports.ts";
export { registerCases } from "./suite.ts";
export type { Case, Deviation, Open, Registration, Runner } from "./suite.ts";
export { volumeCases } from "./volume.ts";
