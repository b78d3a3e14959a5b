import { agentkitProfile } from "./agentkit.ts";
import { codemeldProfile } from "./codemeld.ts";
import { defaultProfile } from "./default/profile.ts";
import type { Profile } from "./profile.ts";
import { scopeProfile } from "./scope.ts";

/** The profiles that come with Portside. */
export const profiles: Readonly<Record<"default" | "scope" | "agentkit" | "codemeld", Profile>> = {
  default: defaultProfile,
  scope: scopeProfile,
  agentkit: agentkitProfile,
  codemeld: codemeldProfile,
};
