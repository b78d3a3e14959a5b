import { expect, test } from "vitest";
import { bootWithin } from "./boot.ts";

function instance(): { readonly torn: string[]; teardown(): void } {
  const torn: string[] = [];
  return { torn, teardown: () => void torn.push("down") };
}

test("gives the container that has booted, with the options it was asked for", async () => {
  const booted = instance();
  const asked: unknown[] = [];
  const boot = async (options?: { readonly coep: string }): Promise<typeof booted> => {
    asked.push(options);
    return booted;
  };
  expect(await bootWithin({ boot }, { coep: "credentialless" }, 60_000)).toBe(booted);
  expect([asked, booted.torn]).toEqual([[{ coep: "credentialless" }], []]);
});

test("a boot that never ends is unavailable", async () => {
  const boot = (): Promise<ReturnType<typeof instance>> => new Promise(() => {});
  await expect(bootWithin({ boot }, undefined, 1)).rejects.toMatchObject({
    code: "unavailable",
    details: { what: "WebContainer", reason: "it did not boot within 1 ms" },
  });
});

test("one that ends too late is torn down", async () => {
  const late = instance();
  let arrive = (): void => {};
  const booting = new Promise<typeof late>((resolve) => (arrive = () => resolve(late)));
  await expect(bootWithin({ boot: () => booting }, undefined, 1)).rejects.toMatchObject({ code: "unavailable" });
  expect(late.torn).toEqual([]);
  arrive();
  await booting;
  await Promise.resolve();
  expect(late.torn).toEqual(["down"]);
});

test("one that fails is unavailable, and says why", async () => {
  const boot = (): Promise<ReturnType<typeof instance>> => Promise.reject(new Error("Only a single WebContainer instance can be booted"));
  await expect(bootWithin({ boot }, undefined, 60_000)).rejects.toMatchObject({
    code: "unavailable",
    details: { reason: "Only a single WebContainer instance can be booted" },
  });
});
