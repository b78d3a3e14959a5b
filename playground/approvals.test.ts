import { describe, expect, test } from "vitest";
import type { Question } from "portside";
import { createApprovals } from "./approvals.ts";

function question(callId: string): Question {
  return { callId, tool: "write", targets: [], diff: "" };
}

describe("createApprovals", () => {
  test("keeps questions in their order until each is answered", async () => {
    const { waiting, authorize } = createApprovals();
    const [first, second] = [authorize(question("1")), authorize(question("2"))];
    expect(waiting.value.map((each) => each.question.callId)).toEqual(["1", "2"]);
    waiting.value[1]?.answer({ allow: true, remember: "folder" });
    expect(waiting.value.map((each) => each.question.callId)).toEqual(["1"]);
    waiting.value[0]?.answer({ allow: false, reason: "no" });
    expect(waiting.value).toEqual([]);
    expect(await Promise.all([first, second])).toEqual([
      { allow: false, reason: "no" },
      { allow: true, remember: "folder" },
    ]);
  });

  test("withdraws those of one call, or all", async () => {
    const { waiting, authorize, withdraw } = createApprovals();
    const all = ["1", "2", "3"].map(async (id) => authorize(question(id)));
    withdraw("stopped", "2");
    expect(waiting.value.map((each) => each.question.callId)).toEqual(["1", "3"]);
    withdraw("closed");
    expect(waiting.value).toEqual([]);
    expect(await Promise.all(all)).toEqual(["closed", "stopped", "closed"].map((reason) => ({ allow: false, reason })));
  });
});
