import type { ArgumentIssue, ErrorDetails } from "../../core/errors.ts";
import { distance } from "../../core/nearest.ts";
import { enumeration, quoted } from "../render/words.ts";

/** What is wrong with a call's arguments, one issue after another, and once what was sent. */
export function argumentsSentence({ issues, received }: ErrorDetails["invalid_arguments"]): string {
  const faults = issues.map(issueSentence).join(" ");
  return received === undefined ? faults : `${faults}\nReceived: ${received}`;
}

function issueSentence(issue: ArgumentIssue): string {
  const { at, expected = "another type", received = "nothing", limit = 0, allowed = [] } = issue;
  const name = at === "" ? "The arguments" : quoted(at);
  switch (issue.problem) {
    case "unknown":
      return `There is no parameter ${name}${suggestion(at, allowed)}.`;
    case "missing":
      return `${name} is required.`;
    case "type":
      return `${name} must be ${article(expected)}, not ${received}.`;
    case "empty":
      return `${name} must not be empty.`;
    case "too_small":
      return `${name} must be at least ${limit}, not ${received}.`;
    case "too_big":
      return `${name} must be at most ${limit}, not ${received}.`;
    case "not_one_of":
      if (expected === "tool") return `There is no tool ${quoted(received)}. The tools are ${enumeration(allowed)}.`;
      return `${name} must be ${enumeration(allowed.map(quoted), "or")}, not ${received}.`;
    case "malformed_json":
      return `The arguments are not valid JSON: ${received}. Send one JSON object.`;
    case "duplicate_key":
      return `${name} is given twice. Send it once.`;
    case "not_well_formed":
      return `${name} holds half of a character (a lone surrogate). Send whole characters.`;
    case "conflict":
      return `${name} does not go together with ${expected}.`;
    default:
      return issue.problem satisfies never;
  }
}

/** The name that differs by its case or by a slip, else all of them. */
function suggestion(at: string, allowed: readonly string[]): string {
  const key = at.slice(at.lastIndexOf(".") + 1);
  const close = allowed.find((name) => distance(key.toLowerCase(), name.toLowerCase()) <= 2);
  if (close !== undefined) return `; it is called ${quoted(close)}`;
  return allowed.length === 0 ? "" : `; there are ${enumeration(allowed.map(quoted))}`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
