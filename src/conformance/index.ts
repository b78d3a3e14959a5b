export { registerCases } from "./suite.ts";
export type { Case, Deviation, Open, Registration, Runner } from "./suite.ts";
export { volumeCases } from "./volume.ts";
