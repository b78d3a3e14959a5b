import type { Kind } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { isInside } from "../core/path.ts";
import type { Capability, Target } from "../workspace/access.ts";
import type { Guard, Intent } from "./guard.ts";

/**
 * What is done without asking. plan: nothing is changed at all. ask: nothing. auto-edits: writing and moving inside the root. allow: everything
 * inside the root but deleting. In every mode deleting, reading what is protected and whatever is outside the root need an approval or a grant.
 */
export type Mode = "plan" | "ask" | "auto-edits" | "allow";

/** What is about to be done. Paths are relative to the root, or volume paths where they are outside. */
export interface Question {
  readonly callId?: string;
  readonly tool?: string;
  /** Both ends of a move are one each. */
  readonly targets: readonly QuestionTarget[];
  /** Unified text of what will change, computed; "" where something is only read. */
  readonly diff: string;
}

export interface QuestionTarget {
  /** Links resolved. */
  readonly path: string;
  readonly kind: Kind | "absent";
  readonly capability: Capability;
  readonly external: boolean;
  /** The nearest directory that is there. */
  readonly scope: string;
}

/** `remember`: the same capability is granted for the scope of each target and all below it. `reason` is what the model reads. */
export type Decision = { readonly allow: true; readonly remember?: "folder" } | { readonly allow: false; readonly reason: string };

/** May this be done? May take minutes. */
export type Authorize = (question: Question, signal?: AbortSignal) => MaybePromise<Decision>;

/**
 * Lets one capability, for one tool or for all, be used in a folder and below it without asking. It covers no other capability. Plain data, of the
 * shape that a question's targets have: to keep an answer across reloads, keep those.
 */
export interface Grant {
  readonly capability: Capability;
  /** As in a question: "" is the root. */
  readonly scope: string;
  readonly tool?: string;
}

export interface PermissionOptions {
  readonly mode: Mode;
  /** Absent: what would be asked is refused. */
  readonly authorize?: Authorize;
  readonly grants?: readonly Grant[];
  /** Absolute paths may name what lies outside the root; it is asked for in every mode. Where the workspace lets callers name such places at all. */
  readonly external?: boolean;
}

export interface Permissions extends Guard {
  /** Those it was given, and those remembered since. */
  grants(): readonly Grant[];
}

/** A guard that lets a mode, grants and a host decide what may be done. */
export function createPermissions({ mode, authorize, grants: given = [], external = false }: PermissionOptions): Permissions {
  const grants = new Map<string, Grant>();
  given.forEach(remember);

  function remember({ capability, scope, tool }: Grant): void {
    const grant = { capability, scope, ...(tool === undefined ? {} : { tool }) };
    grants.set(JSON.stringify(grant), grant);
  }

  function isGranted({ path, capability }: QuestionTarget, tool: string | undefined): boolean {
    return [...grants.values()].some(
      (grant) => grant.capability === capability && (grant.tool ?? tool) === tool && isWithin(path, grant.scope),
    );
  }

  return {
    external,
    grants: () => [...grants.values()],
    async allow(intent, signal) {
      const { callId, tool } = intent.context;
      const targets = intent.targets.map((target) => questionTarget(target, intent));
      if (mode === "plan" && targets.some(({ capability }) => capability !== "read")) return { deny: "nothing is changed in plan mode" };
      if (targets.every((target) => isFree(mode, target) || isGranted(target, tool))) return undefined;
      if (!authorize) return { deny: "it needs an approval, and there is nobody to ask" };
      const diff = intent.changes.length === 0 ? "" : await intent.diff();
      const call = { ...(callId === undefined ? {} : { callId }), ...(tool === undefined ? {} : { tool }) };
      const decision = await authorize({ ...call, targets, diff }, signal);
      if (!decision.allow) return { deny: decision.reason };
      if (decision.remember === "folder") targets.forEach(({ capability, scope }) => remember({ capability, scope }));
      return undefined;
    },
  };
}

const free: Readonly<Record<Mode, readonly Capability[]>> = {
  plan: [],
  ask: [],
  "auto-edits": ["write", "move"],
  allow: ["write", "move", "mkdir", "execute"],
};

function isFree(mode: Mode, { capability, external }: QuestionTarget): boolean {
  return !external && free[mode].includes(capability);
}

function questionTarget({ place, capability }: Target, { shown }: Intent): QuestionTarget {
  const { path, entry, external, scope } = place;
  return { path: shown(path), kind: entry?.kind ?? "absent", capability, external, scope: shown(scope.path) };
}

function isWithin(path: string, scope: string): boolean {
  return scope === "" ? !path.startsWith("/") : isInside(path, scope);
}
