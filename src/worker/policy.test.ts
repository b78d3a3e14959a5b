import { afterEach, describe, expect, test } from "vitest";
import type { Decision, Question } from "../policy/permissions.ts";
import { openWorkspace } from "./client.ts";
import type { OpenOptions, RemoteWorkspace } from "./client.ts";
import type { Policy } from "./remote-catalog.ts";
import { serve } from "./serve.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

const files = { "a.txt": "one\n", ".env": "KEY=1\n", "locked/l.txt": "l\n", "/outside/o.txt": "o\n" };

async function open(options: Partial<OpenOptions> = {}): Promise<RemoteWorkspace> {
  const worker = (): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    serve({}, port2);
    return port1;
  };
  const workspace = await openWorkspace({ volume: { kind: "memory", files }, worker, ...options });
  opened.push(workspace);
  return workspace;
}

/** A policy that answers alike to every question, and the questions. */
function answering(
  answer: Decision,
  policy: Omit<Policy, "authorize"> = {},
): { readonly policy: Policy; readonly asked: string[]; readonly questions: Question[] } {
  const [questions, asked]: [Question[], string[]] = [[], []];
  const authorize = (question: Question): Decision => {
    questions.push(question);
    asked.push(...question.targets.map(({ path, capability }) => `${capability} ${path}`));
    return answer;
  };
  return { policy: { ...policy, authorize }, questions, asked };
}

describe("a policy of the page", () => {
  test("has a mode, which the worker holds", async () => {
    const { policy, asked } = answering({ allow: true }, { mode: "auto-edits" });
    const { tools, catalog } = await open({ policy });
    await tools.call("write", { path: "a.txt", content: "two\n" });
    expect(asked).toEqual([]);
    await tools.call("delete", { path: "a.txt" });
    expect(asked).toEqual(["delete a.txt"]);
    const planner = await catalog({ name: "planner", policy: { mode: "plan" } });
    expect(await planner.call("write", { path: "b.txt", content: "" })).toMatchObject({ code: "permission_denied" });
  });

  test("protects files of secrets, also without a mode; without a policy nothing is", async () => {
    const { policy, asked } = answering({ allow: false, reason: "not that one" });
    const guarded = await open({ policy });
    expect(await guarded.tools.call("read", { path: ".env" })).toMatchObject({
      code: "permission_denied",
      details: { reason: "not that one" },
    });
    expect(asked).toEqual(["read .env"]);
    expect((await guarded.read({ path: ".env" })).content).toBe("KEY=1");
    const free = await open();
    expect(await free.tools.call("read", { path: ".env" })).toMatchObject({ status: "ok" });
  });

  test("has rules", async () => {
    const { policy } = answering({ allow: true }, { rules: [{ glob: "locked", sight: "locked", reason: "it is generated" }] });
    const { tools } = await open({ policy });
    expect(await tools.call("write", { path: "locked/l.txt", content: "" })).toMatchObject({ details: { reason: "it is generated" } });
  });

  test("remembers an answer for the folder, and takes what was asked as grants the next time", async () => {
    const first = answering({ allow: true, remember: "folder" });
    const before = await open({ policy: first.policy });
    await before.tools.call("write", { path: "d/a.txt", content: "1" });
    await before.tools.call("write", { path: "b.txt", content: "2" });
    expect(first.asked).toEqual(["write d/a.txt"]);
    const kept = JSON.parse(JSON.stringify(first.questions.flatMap(({ targets }) => targets))) as NonNullable<Policy["grants"]>;
    const later = answering({ allow: false, reason: "" }, { grants: kept });
    const after = await open({ policy: later.policy });
    expect(await after.tools.call("write", { path: "c.txt", content: "3" })).toMatchObject({ status: "ok" });
    expect(later.asked).toEqual([]);
  });

  test("is asked for what lies outside, where it lets that be named", async () => {
    const closed = await open({ policy: answering({ allow: true }).policy });
    expect(await closed.tools.call("read", { path: "/outside/o.txt" })).toMatchObject({ code: "path_not_allowed" });
    const { policy, questions } = answering({ allow: true }, { external: true });
    const workspace = await open({ policy });
    expect(await workspace.tools.call("read", { path: "/outside/o.txt" })).toMatchObject({ status: "ok", data: { content: "o" } });
    expect(questions[0]?.targets).toEqual([
      { path: "/outside/o.txt", kind: "file", capability: "read", external: true, scope: "/outside" },
    ]);
    await expect(workspace.read({ path: "/outside/o.txt" })).rejects.toMatchObject({ code: "path_not_allowed" });
  });
});

describe("what a catalog has seen", () => {
  test("makes a write over another's change stale, and what others changed is told", async () => {
    const { tools, catalog, write } = await open();
    const other = await catalog({ name: "other" });
    await tools.call("read", { path: "a.txt" });
    await write({ path: "a.txt", content: "theirs\n" });
    expect(await tools.call("write", { path: "a.txt", content: "mine\n" })).toMatchObject({ code: "stale_version" });
    expect(await other.call("write", { path: "a.txt", content: "its own\n" })).toMatchObject({ status: "ok" });
    expect(await tools.changes()).toBe('Changed meanwhile:\n  changed "a.txt"');
    expect(await tools.changes()).toBe("");
  });
});
