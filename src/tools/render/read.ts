import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import { limits } from "../../core/limits.ts";
import type { ReadResponse } from "../../ports/reader.ts";
import { compact } from "./compact.ts";
import { fenced, mayPassForMark, unseenMarker } from "./fence.ts";
import { answer, marker } from "./marker.ts";
import { bytes, quoted } from "./words.ts";

/** What a read answers, the same in every profile. */

export const readOutput: $ZodType = z.strictObject({
  version: z.string(),
  content: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  total_lines: z.int(),
  truncated: z.boolean(),
  truncated_by: z.optional(z.enum(["limit", "bytes"])),
  next_offset: z.optional(z.int()),
  next_column: z.optional(z.int()),
  long_lines: z.array(z.strictObject({ line: z.int(), bytes: z.int() })),
  bom: z.boolean(),
  line_ending: z.enum(["lf", "crlf", "mixed", "none"]),
  utf8: z.boolean(),
});

export function readData(response: ReadResponse): object {
  return compact({
    version: response.version,
    content: response.content,
    start_line: response.startLine,
    end_line: response.endLine,
    total_lines: response.totalLines,
    truncated: response.truncated,
    truncated_by: response.truncatedBy,
    next_offset: response.nextOffset,
    next_column: response.nextColumn,
    long_lines: response.longLines,
    bom: response.bom,
    line_ending: response.lineEnding,
    utf8: response.utf8,
  });
}

export interface ReadWords {
  /** The call that goes on, as text. */
  readonly next?: string;
  /** How to see a line that is too long for one answer. */
  readonly longLine: (line: number) => string;
  /** Name of the edit tool, where there is one. */
  readonly edit?: string;
  /** The most bytes of content that this tool answers with. */
  readonly answerBytes?: number;
}

/** The content as it is, a mark in place of each line that is too long, and at the end what is left out. */
export function readText(response: ReadResponse, words: ReadWords): string {
  const { content, startLine } = response;
  const long = longLineMarkers(response, words);
  const isFenced = mayPassForMark(content);
  const shown = response.totalLines === 0 ? [] : isFenced ? fenced(content) : [withLongLines(response, long)];
  const lines = content.split("\n").map((text, index) => ({ line: startLine + index, text }));
  const markers = [
    ...emptyMarker(response),
    ...(isFenced ? long : []),
    ...unseenMarker(lines),
    ...encodingMarker(response, words),
    ...pageMarker(response, words),
  ];
  const text = answer(shown, markers);
  return /\S/.test(text) ? text : answer(shown, [blankMarker(response)]);
}

/** Some models' interfaces refuse a text of blanks alone. */
function blankMarker({ path, content, lineEnding, startLine, endLine }: ReadResponse): string {
  if (content === "" && lineEnding === "none") return marker(`${quoted(path)} is empty.`);
  const lines = startLine === endLine ? `Line ${startLine}` : `Lines ${startLine} to ${endLine}`;
  return marker(`${lines} of ${quoted(path)} ${startLine === endLine ? "is" : "are"} blank.`);
}

function longLineMarkers({ longLines }: ReadResponse, words: ReadWords): readonly string[] {
  return longLines.map(({ line, bytes: size }) =>
    marker(`Line ${line} is ${bytes(size)} long, one answer holds ${most(words)}. ${words.longLine(line)}`),
  );
}

function withLongLines({ content, startLine, longLines }: ReadResponse, markers: readonly string[]): string {
  if (longLines.length === 0) return content;
  const lines = content.split("\n");
  longLines.forEach(({ line }, index) => (lines[line - startLine] = markers[index] as string));
  return lines.join("\n");
}

function emptyMarker(response: ReadResponse): readonly string[] {
  return response.totalLines === 0 ? [marker(`${quoted(response.path)} is empty.`)] : [];
}

function encodingMarker(response: ReadResponse, words: ReadWords): readonly string[] {
  if (response.utf8) return [];
  const consequence = words.edit === undefined ? "" : ` ${words.edit} cannot match those lines.`;
  return [marker(`${quoted(response.path)} is not valid UTF-8: U+FFFD stands where its bytes are not text.${consequence}`)];
}

function most({ answerBytes = limits.outputBytes }: ReadWords): string {
  return bytes(answerBytes);
}

function pageMarker(response: ReadResponse, words: ReadWords): readonly string[] {
  const onward = words.next === undefined ? "" : ` Continue with ${words.next}`;
  if (response.nextColumn !== undefined) {
    return [marker(`Line ${response.startLine} is shown up to column ${response.nextColumn - 1}.${onward}`)];
  }
  if (response.nextOffset === undefined) return [];
  const { startLine, endLine, totalLines } = response;
  const range = `${startLine === endLine ? `Line ${startLine}` : `Lines ${startLine} to ${endLine}`} of ${totalLines}`;
  const reason = response.truncatedBy === "bytes" ? `; one answer holds ${most(words)}` : "";
  return [marker(`${range}${reason}.${onward}`)];
}
