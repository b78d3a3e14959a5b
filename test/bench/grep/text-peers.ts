import { RE2JS } from "re2js";
import type { Query } from "./queries.ts";

/** The lines of each file that match, by RE2JS on whole texts. */
export function searchWithRe2js({ request }: Query, texts: readonly string[]): number {
  const flags = RE2JS.MULTILINE | (request.case === "insensitive" ? RE2JS.CASE_INSENSITIVE : 0);
  const pattern = RE2JS.compile(request.pattern, flags);
  let found = 0;
  for (const text of texts) for (const matcher = pattern.matcher(text); matcher.find();) found++;
  return found;
}

/** The lines of each file that match, by V8 line after line. */
export function searchLineByLine({ request }: Query, texts: readonly string[]): number {
  const pattern = new RegExp(request.pattern, request.case === "insensitive" ? "iu" : "u");
  let found = 0;
  for (const text of texts) for (const line of text.split("\n")) if (pattern.test(line)) found++;
  return found;
}
