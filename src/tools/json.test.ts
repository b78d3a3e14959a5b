import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./json.ts";

describe("a key given twice", () => {
  test.each([
    ['{"a":1,"a":2}', ["a"]],
    ['{"a":{"b":1},"c":[{"d":1},{"e":1,"e":2}]}', ["c[1].e"]],
    ['{"a":1,"\\u0061":2}', ["a"]],
    ['{ "a" : 1 ,\n "b" : [1, "a", {"a": "b"}], "b" : 2 }', ["b"]],
    ['{"a":1,"a":2,"a":3}', ["a", "a"]],
    ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
  ])("%s", (text, at) => {
    expect(parseJson(text)).toEqual({ issues: at.map((path) => ({ at: path, problem: "duplicate_key" })) });
  });

  test.each(['{"a":"a","b":"a"}', '{"a":{"a":{"a":1}}}', '[{"a":1},{"a":2}]', '{"a":"\\"a\\":1,\\"a\\""}', '"a"', "7"])(
    "not in %s",
    (text) => {
      expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
    },
  );
});

test("whatever JSON.stringify writes is read back and holds no key twice", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
    }),
  );
});

test("a key added once more anywhere is found", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, pick) => {
      const keys = Object.keys(object);
      const key = keys[pick % keys.length] as string;
      const text = `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(key)}:0}`;
      expect(parseJson(text)).toMatchObject({ issues: [{ problem: "duplicate_key" }] });
    }),
  );
});

test("text that is not JSON is one issue", () => {
  expect(parseJson("{'a': 1}")).toMatchObject({ issues: [{ at: "", problem: "malformed_json" }] });
});

test("a long string is no trouble", () => {
  const content = '\\"'.repeat(2_000_000);
  expect(parseJson(JSON.stringify({ content }))).toEqual({ value: { content } });
});
