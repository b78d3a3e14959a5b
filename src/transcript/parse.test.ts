import { describe, expect, test } from "vitest";
import { parseTranscript } from "./parse.ts";
import { stringifyTranscript } from "./stringify.ts";

const header = '{"type":"transcript","version":1}';
const call = '{"type":"tool_call","id":"1","name":"list","arguments":{}}';

function faults(...lines: readonly string[]) {
  const result = parseTranscript(lines.join("\n"));
  return "faults" in result ? result.faults.map(({ line, problem }) => `${line}: ${problem}`) : [];
}

describe("parseTranscript", () => {
  test("gives the events with their lines; blank lines, a byte order mark and CRLF are no fault", () => {
    const result = parseTranscript(`\uFEFF${header}\r\n\r\n${call}\r\n`);
    expect(result).toEqual({
      transcript: {
        header: { type: "transcript", version: 1 },
        entries: [{ line: 3, event: { type: "tool_call", id: "1", name: "list", arguments: {} } }],
      },
    });
  });

  test("keeps events and fields that it does not know, and writes them again", () => {
    const text = [
      '{"type":"transcript","version":1,"producer":{"name":"mine"}}',
      '{"type":"approval","toolCallId":"later","by":"user"}',
      '{"type":"message","role":"user","content":"Hi","mood":"good"}',
      "",
    ].join("\n");
    const result = parseTranscript(text);
    expect("transcript" in result && stringifyTranscript(result.transcript)).toBe(text);
  });

  test("lists everything that is wrong, line by line", () => {
    const found = faults(
      '{"type":"transcript","version":1,"title":7,"workspace":{"files":{"a":1}}}',
      "{",
      "[]",
      '{"kind":"message"}',
      '{"type":"message","role":"robot"}',
      '{"type":"tool_call","id":"1","name":"list"}',
      '{"type":"tool_call","id":"1","name":"list","arguments":[]}',
      '{"type":"tool_result","toolCallId":"1","status":"rejected","text":"","effects":[]}',
      '{"type":"expect","toolCallId":"1","files":{}}',
      '{"type":"expect","toolCallId":"1","code":"oops","text_contains":"x"}',
      header,
    );
    expect(found.map((fault) => fault.replace(/not JSON: .*/, "not JSON"))).toEqual([
      "1: title must be a string",
      "1: workspace must be an object with files, each a text or null",
      "2: not JSON",
      "3: a line holds one JSON object",
      "4: type must be a string",
      '5: role must be one of "system", "user", "assistant"',
      "5: content must be a string",
      "6: a tool_call has either arguments or argumentsText",
      "7: arguments must be an object",
      "8: a tool_result has a code exactly when its status is not ok",
      "9: an expect is about one call or about files, not both",
      "10: code must be one of Portside's codes",
      "10: text_contains must be an array of strings",
      "11: a file holds one header, on its first line",
    ]);
  });

  test.for([
    { name: "an empty file", lines: [""], fault: "1: the file is empty: a transcript begins with its header" },
    { name: "no header", lines: [call], fault: '1: the first line is the header: {"type":"transcript","version":1}' },
    { name: "an id given twice", lines: [header, call, call], fault: '3: another call has the id "1"' },
    {
      name: "an expectation of a call that comes later",
      lines: [header, '{"type":"expect","toolCallId":"1"}', call],
      fault: '2: no call above has the id "1"',
    },
    {
      name: "a group torn apart",
      lines: [
        header,
        '{"type":"tool_call","id":"1","name":"list","arguments":{},"group":"g"}',
        '{"type":"expect","files":{}}',
        '{"type":"tool_call","id":"2","name":"list","arguments":{},"group":"g"}',
      ],
      fault: '4: the calls of group "g" do not stand together',
    },
  ])("refuses $name", ({ lines, fault }) => {
    expect(faults(...lines)).toEqual([fault]);
  });

  test("refuses a newer version without judging its lines", () => {
    expect(faults('{"type":"transcript","version":2}', '{"type":"message"}')).toEqual([
      "1: this transcript has format version 2, and only versions up to 1 can be read: use a newer Portside",
    ]);
  });
});
