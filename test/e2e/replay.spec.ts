import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { parseTranscript } from "../../src/transcript/parse.ts";
import type { ExpectFilesEvent, ExpectResultEvent, ToolCallEvent, Transcript } from "../../src/transcript/format.ts";
import { announcement, line, openFile, openPlayground, openTranscript, playToTheEnd } from "./playground.ts";

const samples = ["tour", "failed-edit", "refactoring", "scope", "agentkit", "codemeld"];

for (const name of samples) {
  test(`${name} plays without network to its end and without drift, and the page shows each call [#331]`, async ({ page, context }) => {
    const transcript = readSample(name);
    await openPlayground(page, name);
    await context.setOffline(true);
    await playToTheEnd(page);
    await expect(announcement(page)).toHaveText("The transcript has ended, no drift");

    for (const { line: at, event } of callsOf(transcript)) {
      await test.step(event.id, async () => {
        await line(page, at).click();
        await expectCall(page, event, expectationOf(transcript, event.id));
      });
    }
    for (const [path, text] of Object.entries(finalFiles(transcript))) await expectFile(page, path, text);
  });
}

test("a step shows the lines that it changed", async ({ page }) => {
  await openPlayground(page, "failed-edit");
  await playToTheEnd(page);
  await page.getByRole("button", { name: "ok edit examples/theme.ts" }).last().click();
  const diff = page.getByRole("tabpanel", { name: "Diff" });
  await expect(diff.getByRole("heading")).toHaveText("examples/theme.ts +1 −1");
  await expect(diff.locator(".removed", { hasText: 'accent: "#0b57d0",' })).toBeVisible();
  await expect(diff.locator(".added", { hasText: 'accent: "#8ab4f8",' })).toBeVisible();
});

test("files change in the tree, and in an open file, while the transcript plays", async ({ page }) => {
  await openPlayground(page);
  await openTranscript(page, [
    { type: "tool_call", id: "1", name: "write", arguments: { path: "notes/a.txt", content: "first\n" } },
    { type: "tool_call", id: "2", name: "write", arguments: { path: "notes/a.txt", content: "second\n" } },
    { type: "tool_call", id: "3", name: "move", arguments: { source: "LICENSE", destination: "notes/LICENSE" } },
    { type: "tool_call", id: "4", name: "delete", arguments: { path: "package.json" } },
  ]);
  const step = page.getByRole("button", { name: "Step", exact: true });
  const file = page.getByRole("treeitem", { name: "a.txt, added" });
  await step.click();
  await file.click();
  await expect(page.getByRole("region", { name: "notes/a.txt" })).toContainText("first");
  await step.click();
  await file.click();
  await expect(page.getByRole("region", { name: "notes/a.txt" })).toContainText("second");
  await step.click();
  await expect(page.getByRole("treeitem", { name: "LICENSE, renamed" })).toHaveAttribute("title", "notes/LICENSE, from LICENSE");
  await step.click();
  await expect(page.getByRole("treeitem", { name: "package.json, deleted" })).toBeVisible();
});

test("what is not as expected is counted, and shown where it happened", async ({ page }) => {
  await openPlayground(page);
  await openTranscript(page, [
    { type: "tool_call", id: "1", name: "read", arguments: { path: "LICENSE", limit: 1 } },
    { type: "expect", toolCallId: "1", status: "ok", data: { content: "Apache License" } },
    { type: "expect", files: { "none.txt": "text\n" } },
  ]);
  await playToTheEnd(page);
  await expect(announcement(page)).toHaveText("The transcript has ended, 2 differences");
  await line(page, 2).click();
  await page.getByRole("tab", { name: "Result" }).click();
  await expect(page.getByRole("row", { name: "data.content Apache License MIT License" })).toBeVisible();
  await line(page, 4).click();
  await expect(page.getByRole("row", { name: "none.txt text null" })).toBeVisible();
});

test("a file that is no transcript is refused line by line, and what was open stays", async ({ page }) => {
  await openPlayground(page);
  await openFile(page, '{"type":"transcript","version":1}\nnonsense\n{"type":"message","role":"user"}');
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Line 2: not JSON");
  await expect(alert).toContainText("Line 3: content must be a string");
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await playToTheEnd(page);
  await expect(announcement(page)).toHaveText("The transcript has ended, no drift");
});

test("play, pause, step and restart", async ({ page }) => {
  await openPlayground(page);
  const progress = page.getByText(/^Step \d+ of 24$/);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(progress).toHaveText("Step 1 of 24");
  await page.getByRole("combobox", { name: "Speed" }).selectOption("½×");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(progress).toHaveText("Step 2 of 24");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(progress).toHaveText("Step 0 of 24");
  await expect(announcement(page)).toHaveText("Ready to play");
});

function readSample(name: string): Transcript {
  const parsed = parseTranscript(readFileSync(new URL(`../../public/transcripts/${name}.transcript.jsonl`, import.meta.url), "utf8"));
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.transcript;
}

function callsOf({ entries }: Transcript): readonly { readonly line: number; readonly event: ToolCallEvent }[] {
  return entries.filter((entry): entry is { line: number; event: ToolCallEvent } => entry.event.type === "tool_call");
}

function expectationOf({ entries }: Transcript, id: string): ExpectResultEvent {
  const found = entries.find(({ event }) => event.type === "expect" && "toolCallId" in event && event.toolCallId === id);
  return found?.event as ExpectResultEvent;
}

function finalFiles({ entries }: Transcript): ExpectFilesEvent["files"] {
  const last = entries.at(-1)?.event as ExpectFilesEvent | undefined;
  return last?.files ?? {};
}

async function expectCall(page: Parameters<typeof line>[0], call: ToolCallEvent, expected: ExpectResultEvent): Promise<void> {
  const step = page.getByRole("region", { name: "Step" });
  await expect(step.getByRole("heading", { level: 2 })).toHaveText(call.name);
  await expect(step.getByText(expected.status === "ok" ? "ok" : `rejected: ${expected.code}`, { exact: true }).first()).toBeVisible();
  await expect(step.getByText("as expected", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Input" }).click();
  for (const text of textsOf(call.argumentsText ?? call.arguments))
    await expect(page.getByRole("tabpanel", { name: "Input" })).toContainText(text);
  await page.getByRole("tab", { name: "What the model saw" }).click();
  const seen = page.getByRole("tabpanel", { name: "What the model saw" });
  await expect(seen.locator("pre")).not.toBeEmpty();
  for (const text of expected.text_contains ?? []) await expect(seen).toContainText(text);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

async function expectFile(page: Parameters<typeof line>[0], path: string, text: string | null): Promise<void> {
  const file = page.locator(`[role=treeitem][data-path="${path}"]`);
  if (text === null) return expect(file).toHaveCount(0);
  await file.click();
  await expect(page.getByRole("region", { name: path }).locator("pre").last()).toHaveText(text);
}
