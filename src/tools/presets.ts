import { defaultProfile } from "./default/profile.ts";
import { extendProfile } from "./extend.ts";
import type { Profile } from "./profile.ts";

/** The default tools for models that were trained on one way of changing files: offering the other as well makes them mix the two. */
export const presets: Readonly<Record<"patches" | "edits", Profile>> = {
  patches: extendProfile(defaultProfile, { name: "patches", tools: ["read", "apply_patch", "glob", "grep", "list"] }),
  edits: extendProfile(defaultProfile, {
    name: "edits",
    tools: ["read", "write", "edit", "glob", "grep", "list", "move", "delete"],
  }),
};
