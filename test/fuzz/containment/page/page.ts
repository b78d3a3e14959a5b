import type { ContainmentOrder, ContainmentReport } from "../fuzz.ts";
import { fuzzOnDisk } from "../on-disk.ts";

/** What Playwright can carry. */
export type PlainReport = Omit<ContainmentReport, "byTool"> & { readonly byTool: readonly (readonly [string, number])[] };

declare global {
  interface Window {
    fuzz(order: ContainmentOrder): Promise<PlainReport>;
  }
}

window.fuzz = async (order) => {
  const report = await fuzzOnDisk(order);
  return { ...report, byTool: [...report.byTool] };
};
