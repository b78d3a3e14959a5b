import { describe, expect, test } from "vitest";
import { PikeMachine } from "./pike.ts";
import { encode } from "../../core/text.ts";
import { compileProgram } from "./program.ts";
import { parse } from "./parser.ts";
import { translate } from "./translate.ts";

function machineFor(pattern: string): PikeMachine {
  return new PikeMachine(compileProgram(pattern, translate(pattern, parse(pattern), {})));
}

describe("no pattern is slow: steps grow with the text, not faster", () => {
  const table: readonly (readonly [pattern: string, unit: string])[] = [
    ["(a+)+$", "a"],
    ["(a|a)*b", "a"],
    ["(a|aa)+$", "a"],
    ["(x+x+)+y", "x"],
    ["(.*a){20}$", "a"],
    ["(?:a?){30}a{30}b", "a"],
  ];

  test.each(table)("%s", (pattern, unit) => {
    const steps = (length: number): number => {
      const machine = machineFor(pattern);
      machine.find(encode(`${unit.repeat(length)}!`), {});
      return machine.steps;
    };
    const small = steps(1_000);
    expect(small).toBeGreaterThan(1_000);
    expect(steps(10_000)).toBeLessThan(small * 11);
  });
});

test("an anchored pattern looks at one place only", () => {
  const machine = machineFor("^b");
  expect(machine.find(encode("a".repeat(10_000)), {})).toBeUndefined();
  expect(machine.steps).toBeLessThan(10);
});

test("places where nothing can begin cost no steps", () => {
  const machine = machineFor("[xy]z+");
  expect(machine.find(encode(`${"a".repeat(10_000)}xzz`), {})).toEqual({ start: 10_000, end: 10_003 });
  expect(machine.steps).toBeLessThan(30);
});
