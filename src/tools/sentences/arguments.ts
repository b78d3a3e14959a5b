import { clip } from "../../core/clip.ts";
import type { ArgumentIssue, ErrorDetails } from "../../core/errors.ts";
import { distance } from "../../core/nearest.ts";
import { few, quoted, said, short } from "../render/words.ts";

/** Issues that are written out, and names of those that there are. */
const mostIssues = 5;
const mostNames = 30;
/** Code points of what was sent: all of an echo. */
const mostEchoed = 2_100;

/** What is wrong with a call's arguments, one issue after another, and once what was sent. */
export function argumentsSentence({ issues, received }: ErrorDetails["invalid_arguments"]): string {
  const more = issues.length > mostIssues ? [`And ${issues.length - mostIssues} more.`] : [];
  const faults = [...issues.slice(0, mostIssues).map(issueSentence), ...more].join(" ");
  return received === undefined ? faults : `${faults}\nReceived: ${clip(received, mostEchoed)}`;
}

function issueSentence(issue: ArgumentIssue): string {
  const { at, limit = 0, allowed = [] } = issue;
  const expected = short(issue.expected ?? "another type");
  const received = short(issue.received ?? "nothing");
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
      if (expected === "tool") return `There is no tool "${received}". The tools are ${few(allowed.map(short), "and", mostNames)}.`;
      return `${name} must be ${few(allowed.map(quoted), "or", mostNames)}, not ${received}.`;
    case "malformed_json":
      return `The arguments are not valid JSON: ${said(issue.received ?? "")}. Send one JSON object.`;
    case "duplicate_key":
      return `${name} is given twice. Send it once.`;
    case "not_well_formed":
      return `${name} holds half of a character (a lone surrogate). Send whole characters.`;
    case "conflict":
      return `${name} does not go together with ${expected}.`;
    case "taken":
      return `The ${short(at)} ${quoted(received)} is that of another call. Nothing was done now: make this one again with an id of its own.`;
    default:
      return issue.problem satisfies never;
  }
}

/** The name that differs by its case or by a slip, else all of them. */
function suggestion(at: string, allowed: readonly string[]): string {
  const key = at.slice(at.lastIndexOf(".") + 1);
  const close = allowed.find((name) => distance(key.toLowerCase(), name.toLowerCase()) <= 2);
  if (close !== undefined) return `; it is called ${quoted(close)}`;
  return allowed.length === 0 ? "" : `; there are ${few(allowed.map(quoted), "and", mostNames)}`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
