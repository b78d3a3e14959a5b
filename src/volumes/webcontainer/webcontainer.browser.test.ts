import { WebContainer } from "@webcontainer/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { registerCases } from "../../conformance/suite.ts";
import { volumeCases } from "../../conformance/volume.ts";
import { decode, encode } from "../../core/text.ts";
import { openWorkspace, type RemoteWorkspace } from "../../worker/client.ts";
import type { Change, CommitEvent, DirectoryEntry, FileEntry, Receipt, Volume } from "../volume.ts";
import { bootWithin } from "./boot.ts";
import { shareWebContainer } from "./share.ts";
import { openWebContainerVolume } from "./webcontainer.ts";

let instance: WebContainer;

beforeAll(async () => {
  // Where the real client looks for its server: this page's own, which has a stand-in for it.
  (globalThis as { WEBCONTAINER_API_IFRAME_URL?: string }).WEBCONTAINER_API_IFRAME_URL = location.origin;
  instance = await bootWithin(WebContainer, {}, 60_000);
});
afterAll(() => instance.teardown());

async function empty(): Promise<void> {
  for (const name of await instance.fs.readdir(".")) await instance.fs.rm(name, { recursive: true });
}

describe("the suite of every volume, over the client and a stand-in for its server", () => {
  registerCases({
    cases: volumeCases,
    async open() {
      await empty();
      return openWebContainerVolume({ instance });
    },
    runner: { test, skip: (name) => test.skip(name, () => {}) },
  });
});
