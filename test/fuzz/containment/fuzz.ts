import { createPathRules } from "../../../src/policy/path-rules.ts";
import { createPermissions } from "../../../src/policy/permissions.ts";
import { createTools, type Catalog } from "../../../src/tools/catalog.ts";
import { profiles } from "../../../src/tools/profiles.ts";
import type { Volume } from "../../../src/volumes/volume.ts";
import { createWorkspace } from "../../../src/workspace/index.ts";
import { randomOf, type Random } from "../patch/random.ts";
import { randomCall, type FuzzCall } from "./calls.ts";
import { reachesOutside } from "./naive.ts";
import { swap } from "./swap.ts";
import { canary, plant, root, snapshot } from "./tree.ts";

/** Calls on one tree, before a fresh one is made. */
const callsPerTree = 40;

/** Plain data: it can be given to a worker. */
export interface ContainmentOrder {
  readonly tries: number;
  readonly seed: number;
  /** Lets everything outside be named, so that there is something to notice. */
  readonly external?: boolean;
}

export interface ContainmentOptions extends ContainmentOrder {
  readonly createVolume: () => Volume | Promise<Volume>;
}

export interface ContainmentReport {
  /** Tries that a program without containment would have stood outside in. */
  readonly reaching: number;
  /** Tries in which the tree was changed while a question was open. */
  readonly swapped: number;
  readonly byTool: ReadonlyMap<string, number>;
  /** How many there are, in all profiles. */
  readonly tools: number;
  /** Calls that changed or told something outside. */
  readonly escapes: readonly string[];
}

/** Calls every tool of every profile with paths that try to leave the root, and compares what lies outside after each try. */
export async function fuzzContainment({ tries, seed, createVolume, external = false }: ContainmentOptions): Promise<ContainmentReport> {
  const random = randomOf(seed);
  const tally = { tools: 0, reaching: 0, swapped: 0, byTool: new Map<string, number>(), escapes: [] as string[] };
  for (let done = 0; done < tries;) {
    const range = await openRange(await createVolume(), random, external);
    tally.tools = range.tools;
    for (let call = 0; call < callsPerTree && done < tries; call++, done++) {
      const { tool, escaped, reaching, swapped } = await range.attempt();
      tally.byTool.set(tool, (tally.byTool.get(tool) ?? 0) + 1);
      if (reaching) tally.reaching++;
      if (swapped) tally.swapped++;
      if (escaped !== undefined) tally.escapes.push(escaped);
    }
    await range.close();
  }
  return tally;
}

interface Attempt {
  readonly tool: string;
  readonly reaching: boolean;
  readonly swapped: boolean;
  readonly escaped: string | undefined;
}

async function openRange(
  volume: Volume,
  random: Random,
  external: boolean,
): Promise<{ readonly tools: number; attempt(): Promise<Attempt>; close(): Promise<void> }> {
  const workspace = await createWorkspace(volume, { root, home: `${root}/home`, external });
  await plant(volume);
  let open: { readonly call: FuzzCall; swapped: boolean } | undefined;
  const authorize = async (): Promise<{ readonly allow: true }> => {
    if (open && random.chance(0.6)) {
      await swap(volume, random, open.call.paths);
      open.swapped = true;
    }
    return { allow: true };
  };
  const rules = createPathRules({ root, rules: [{ glob: "guarded", sight: "protected", reason: "guarded" }] });
  const guards = [createPermissions({ mode: "ask", authorize, external: true }), rules];
  const catalogs = Object.values(profiles).map((profile) => createTools(workspace.portsFor({ guards }), { profile, root }));
  let before = snapshot(volume);

  return {
    tools: catalogs.reduce((sum, { definitions }) => sum + definitions.length, 0),
    async attempt() {
      const [catalog, call] = randomToolCall(random, catalogs);
      const reaches = (): boolean => call.paths.some((path) => reachesOutside(volume, path));
      const reachedBefore = reaches();
      open = { call, swapped: false };
      const result = await catalog.call(call.tool, call.args);
      const { swapped } = open;
      const after = snapshot(volume);
      const told = JSON.stringify(result).includes(canary);
      const escaped = after !== before || (told && !asked(call)) ? describe(catalog, call, result.text) : undefined;
      before = after;
      return { tool: `${catalog.profile} ${call.tool}`, reaching: reachedBefore || (swapped && reaches()), swapped, escaped };
    },
    close: () => workspace.dispose(),
  };
}

function randomToolCall(random: Random, catalogs: readonly Catalog[]): readonly [Catalog, FuzzCall] {
  const catalog = random.pick(catalogs);
  return [catalog, randomCall(random, random.pick(catalog.definitions))];
}

/** A patch may hold the canary itself, and failures quote it. */
function asked(call: FuzzCall): boolean {
  return JSON.stringify(call.args).includes(canary);
}

function describe({ profile }: Catalog, { tool, args }: FuzzCall, text: string): string {
  return `${profile} ${tool} ${JSON.stringify(args)}: ${text.slice(0, 200)}`;
}
