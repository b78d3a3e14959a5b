export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a row as its file has them. A row of another shape is a fault of the file, so it throws instead of failing the row. */
export function fieldsOf(row: unknown): Fields {
  if (typeof row === "object" && row !== null) return row as Fields;
  throw new TypeError(`Not a row: ${JSON.stringify(row)}`);
}

export function stringField(row: Fields, name: string): string {
  const value = row[name];
  if (typeof value === "string") return value;
  throw new TypeError(`"${name}" must be a string: ${JSON.stringify(row)}`);
}

export function booleanField(row: Fields, name: string): boolean {
  const value = row[name];
  if (typeof value === "boolean") return value;
  throw new TypeError(`"${name}" must be a boolean: ${JSON.stringify(row)}`);
}
