import type { Outcome } from "./reports.ts";

/** One section of docs/acceptance.md and the numbers of its items; an item belongs to the section it stands in, whatever its number. */
export interface Section {
  readonly key: string;
  readonly items: readonly number[];
}

const tagsPerTitle = 3;

/** Sections are `## G. Title`, items are lines `12. …`. Throws where an item is numbered twice. */
export function parseChecklist(markdown: string): readonly Section[] {
  const parts = markdown.split(/^## (?=[A-Z]+\. )/m).slice(1);
  const sections = parts.map((part) => ({ key: part.slice(0, part.indexOf(".")), items: numbersIn(part, /^(\d+)\. /gm) }));
  const numbers = sections.flatMap(({ items }) => items);
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice !== undefined) throw new Error(`Item ${twice} of the checklist is there twice.`);
  return sections;
}

/**
 * The items proven by tests that ran and passed: those their titles name as `[#12]`. Throws where a title names more than three, or one that the
 * checklist does not have.
 */
export function provenItems(outcomes: readonly Outcome[], sections: readonly Section[]): ReadonlySet<number> {
  const known = new Set(sections.flatMap(({ items }) => items));
  for (const { title } of outcomes) checkTags(title, known);
  return new Set(outcomes.filter(({ status }) => status === "passed").flatMap(({ title }) => tagsOf(title)));
}

/** `X  9/22  missing 281 282` */
export function renderSection({ key, items }: Section, proven: ReadonlySet<number>): string {
  const missing = missingFrom({ key, items }, proven);
  const counts = `${key.padEnd(2)}  ${items.length - missing.length}/${items.length}`;
  return missing.length === 0 ? counts : `${counts}  missing ${missing.join(" ")}`;
}

export function missingFrom({ items }: Section, proven: ReadonlySet<number>): readonly number[] {
  return items.filter((item) => !proven.has(item));
}

function checkTags(title: string, known: ReadonlySet<number>): void {
  const tags = tagsOf(title);
  if (tags.length > tagsPerTitle) throw new Error(`A title names at most ${tagsPerTitle} items, and this one ${tags.length}: ${title}`);
  const unknown = tags.find((tag) => !known.has(tag));
  if (unknown !== undefined) throw new Error(`The checklist has no item ${unknown}: ${title}`);
}

function tagsOf(title: string): readonly number[] {
  return numbersIn(title, /\[#(\d+)\]/g);
}

function numbersIn(text: string, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].map(([, digits]) => Number(digits));
}
