import type { Effect } from "../../core/effects.ts";
import { effectLines } from "./changes.ts";
import { answer, marker } from "./marker.ts";
import { enumeration, quoted } from "./words.ts";

/** What has changed, whoever changed it; "" where nothing has. */
export function newsText(effects: readonly Effect[]): string {
  return effects.length === 0 ? "" : answer(["Changed meanwhile:", ...effectLines(effects)]);
}

/** Said of files that a call changed in place though others had changed them since they were seen. */
export function landedLines(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const [were, them, they] = paths.length === 1 ? ["was", "it", "it is"] : ["were", "them", "they are"];
  const files = enumeration(paths.map(quoted));
  return [marker(`${files} ${were} changed by others since you saw ${them}; your change is in ${them} as ${they} now.`)];
}
