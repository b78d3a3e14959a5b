import { describe, expect, test } from "vitest";
import { addressOfPlace, placeOfAddress } from "./place.ts";

describe("the address of a place", () => {
  test("names a workspace on the device, whatever its name, and leaves the rest of the address alone", () => {
    const place = { kind: "opfs", name: "a b/ü?&#" } as const;
    const address = addressOfPlace(place, "https://example.org/page/?x=1#there");
    expect(placeOfAddress(address)).toEqual(place);
    expect(new URL(address).searchParams.get("x")).toBe("1");
    expect(new URL(address).hash).toBe("#there");
  });

  test("names nothing else", () => {
    expect(addressOfPlace({ kind: "memfs" }, "https://example.org/?workspace=demo")).toBe("https://example.org/");
    expect(placeOfAddress("https://example.org/")).toEqual({ kind: "memory" });
    expect(placeOfAddress("https://example.org/?workspace=")).toEqual({ kind: "memory" });
  });
});
