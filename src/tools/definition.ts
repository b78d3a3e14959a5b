/** What a model is told about a tool, as plain data. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object, `additionalProperties: false`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly concurrency: "parallel" | "serial";
  /** False: it can be called by name, but is not among the few that a model is shown. */
  readonly offered: boolean;
}
