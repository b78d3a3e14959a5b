import type { $ZodType } from "zod/v4/core";
import type { ErrorData } from "../core/errors.ts";
import type { Expected } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { RequestPorts } from "../ports/ports.ts";
import type { NextCall } from "./result.ts";

/** Every port by its method: what a tool may call. */
export type Calls = { readonly [P in keyof RequestPorts]: RequestPorts[P] };
export type PortName = keyof Calls;
export type RequestOf<P extends PortName> = Parameters<Calls[P]>[0];
export type ResponseOf<P extends PortName> = Awaited<ReturnType<Calls[P]>>;

/** Tells whether the catalog has a tool, by the name it was written under, so that no text names an absent one. */
export interface Has {
  (tool: string): boolean;
  /** What the catalog calls it; absent: nothing is renamed. */
  named?(tool: string): string;
}

/**
 * A tool as a value: arguments in, one port call, data and text out. It does no I/O of its own and holds no state; `catalog.ts` validates the
 * arguments, calls the port and builds the result.
 */
export interface Tool<Args = never, P extends PortName = PortName> {
  readonly name: string;
  /** The name it was written under, by which other tools' texts know it, where a profile calls it otherwise. */
  readonly writtenAs?: string;
  /** For the model. */
  readonly description: string;
  /** Arguments that this tool forgives, as its schema wants them; others come back as they are. Before anything else looks at them. */
  repair?(args: unknown): unknown;
  /** A strict zod object; its JSON Schema is what the model gets. */
  readonly schema: $ZodType<Args>;
  /** What `data` looks like in every successful result, empty and truncated ones included. */
  readonly output: $ZodType;
  /** The port it calls, once a call. */
  readonly calls: P;
  /** "serial" tools change something and never run beside another call of the same catalog. */
  readonly concurrency: "parallel" | "serial";
  request(args: Args): RequestOf<P>;
  /** Where this tool differs from its profile. */
  readonly dialect?: Dialect;
  /** Plan only: the port's `dryRun`. */
  dryRun?(args: Args): boolean;
  data(response: ResponseOf<P>, args: Args): unknown;
  text(response: ResponseOf<P>, args: Args, has: Has): string;
  /** Arguments of the call that goes on, when the answer is not whole. */
  next?(response: ResponseOf<P>, args: Args): Readonly<Record<string, unknown>> | undefined;
  images?(response: ResponseOf<P>): readonly { readonly media_type: string; readonly bytes: Uint8Array }[];
  /** The path asked for and the root-relative one it meant; `meta.resolved_path` says the second when they differ. */
  resolved?(response: ResponseOf<P>, args: Args): { readonly asked: string; readonly path: string };
  /** Versions of files that the model has now seen. What it writes the catalog learns from the commit. */
  seen?(response: ResponseOf<P>): Expected;
  /** The call to make after one that failed, where one helps; it is offered if the catalog has its tool. */
  afterFailure?(failure: ErrorData, args: Args): NextCall | undefined;
  /** Paths the call would change, from its arguments alone: no I/O, sorted, unique. */
  mutationPaths?(args: Args): readonly string[];
}

/** A list of tools of any arguments. */
// eslint-disable-next-line typescript/no-explicit-any -- a heterogeneous list: each tool's own type is checked where it is defined
export type AnyTool = Tool<any, any>;
