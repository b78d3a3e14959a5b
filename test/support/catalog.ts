import { createStaleness } from "../../src/policy/staleness.ts";
import type { Guard } from "../../src/policy/guard.ts";
import { createTools, type Catalog } from "../../src/tools/catalog.ts";
import { defaultProfile } from "../../src/tools/default/profile.ts";
import type { Profile } from "../../src/tools/profile.ts";
import { changingInPlace } from "../../src/tools/profile.ts";
import type { Volume } from "../../src/volumes/volume.ts";
import type { Workspace } from "../../src/workspace/index.ts";

export interface CatalogSettings {
  readonly name?: string;
  readonly profile?: Profile;
  readonly guards?: readonly Guard[];
}

/** One caller's tools with a memory of what it has seen, as a worker opens them. */
export function openCatalog(
  { volume, root, portsFor }: Workspace & { readonly volume: Volume },
  { name = "model", profile = defaultProfile, guards = [] }: CatalogSettings = {},
): Catalog {
  const memory = createStaleness({ volume, root, inPlace: changingInPlace(profile) });
  return createTools(portsFor({ actor: name, guards: [memory, ...guards] }), { name, profile, root, memory });
}
