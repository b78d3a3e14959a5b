import type { Transfers } from "../transfer/transfers.ts";

/** Every transfer, and whether it changes something, be it a folder of the user's. */
export const mutatingTransfers: Readonly<Record<keyof Transfers, boolean>> = {
  importTree: true,
  exportTree: false,
  exportToDirectory: true,
};
