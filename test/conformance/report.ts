/** What became of the rows of one conformance file. */
export interface ConformanceReport {
  readonly passed: number;
  readonly failed: readonly Verdict[];
  readonly skipped: readonly Verdict[];
  /** Lines that say more than the verdicts, printed before the closing line. */
  readonly notes?: readonly string[];
}

/** A row that did not pass, and why. */
export interface Verdict {
  readonly id: string;
  readonly reason: string;
}

export interface ConformanceOptions {
  /** Only rows of these areas, where a file has areas. */
  readonly areas?: readonly string[];
}

/** What `<kind>.ts` beside this file exports. */
export interface ConformanceRunner {
  run(rows: readonly unknown[], options?: ConformanceOptions): ConformanceReport | Promise<ConformanceReport>;
}

/** Checks every row: `check` returns undefined for a pass, or says what is wrong. */
export function reportRows<R extends { readonly id: string }>(
  rows: readonly R[],
  check: (row: R) => string | undefined,
): ConformanceReport {
  const failed = rows.flatMap((row) => {
    const reason = check(row);
    return reason === undefined ? [] : [{ id: row.id, reason }];
  });
  return { passed: rows.length - failed.length, failed, skipped: [] };
}
