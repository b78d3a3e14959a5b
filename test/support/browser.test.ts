import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findBrowser, launchOptions, provideBrowser } from "./browser.ts";
import type { Machine } from "./browser.ts";

const own = "/cache/playwright/chrome";

/** A machine with these programs. `installs` names what becomes there once a command has been run. */
function machine(programs: readonly string[], options: Partial<Machine> & { readonly installs?: Readonly<Record<string, string>> } = {}) {
  const present = new Set(programs);
  const executed: string[] = [];
  const { installs = {}, ...overrides } = options;
  const fake: Machine = {
    environment: { PATH: ["/usr/local/bin", "/usr/bin"].join(delimiter) },
    platform: "linux",
    installsPackages: false,
    playwrightPath: own,
    runs: (path) => present.has(path),
    execute: (command, args) => {
      const line = [command, ...args].join(" ");
      executed.push(line);
      const installed = installs[line];
      if (installed !== undefined) present.add(installed);
      return installed !== undefined;
    },
    ...overrides,
  };
  return { fake, executed };
}

describe("findBrowser", () => {
  const everything = ["/opt/mine", own, join("/usr/bin", "chromium"), join("/usr/local/bin", "google-chrome")];

  test("takes $CHROMIUM_PATH before everything else", () => {
    const { fake } = machine(everything, { environment: { CHROMIUM_PATH: "/opt/mine", PATH: "/usr/bin" } });
    expect(findBrowser(fake)).toBe("/opt/mine");
  });

  test("refuses a $CHROMIUM_PATH that does not run, whatever else is there", () => {
    const { fake } = machine(everything, { environment: { CHROMIUM_PATH: "/opt/gone", PATH: "/usr/bin" } });
    expect(() => findBrowser(fake)).toThrow("CHROMIUM_PATH is /opt/gone");
  });

  test("takes Playwright's own before one on the PATH", () => {
    expect(findBrowser(machine(everything).fake)).toBe(own);
  });

  test("prefers the headless shell, then the name order, over the order of the PATH", () => {
    const chromium = join("/usr/bin", "chromium");
    const chrome = join("/usr/local/bin", "google-chrome");
    const shell = join("/usr/bin", "chromium-headless-shell");
    expect(findBrowser(machine([chrome, chromium, shell]).fake)).toBe(shell);
    expect(findBrowser(machine([chrome, chromium]).fake)).toBe(chromium);
    expect(findBrowser(machine([chrome]).fake)).toBe(chrome);
  });

  test("knows the usual places of macOS", () => {
    const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    expect(findBrowser(machine([chrome], { platform: "darwin" }).fake)).toBe(chrome);
  });

  test("knows the usual places of Windows", () => {
    const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
    const environment = { PROGRAMFILES: "C:\\Program Files", "PROGRAMFILES(X86)": "C:\\Program Files (x86)" };
    expect(findBrowser(machine([edge], { platform: "win32", environment }).fake)).toBe(edge);
  });

  test("installs nothing", () => {
    const { fake, executed } = machine([]);
    expect(findBrowser(fake)).toBeUndefined();
    expect(launchOptions(fake)).toEqual({});
    expect(executed).toEqual([]);
  });
});

describe("provideBrowser", () => {
  const fromPlaywright = "npx playwright install chromium";
  const fromApt = "apt-get install -y --no-install-recommends chromium";
  const debian = join("/usr/bin", "chromium");

  test("installs nothing where one is found", () => {
    const { fake, executed } = machine([debian], { installsPackages: true });
    expect(provideBrowser(fake)).toBe(debian);
    expect(executed).toEqual([]);
  });

  test("asks Playwright first", () => {
    const { fake, executed } = machine([], { installs: { [fromPlaywright]: own }, installsPackages: true });
    expect(provideBrowser(fake)).toBe(own);
    expect(executed).toEqual([fromPlaywright]);
  });

  test("then asks Debian, as root", () => {
    const { fake, executed } = machine([], { installs: { [fromApt]: debian }, installsPackages: true });
    expect(provideBrowser(fake)).toBe(debian);
    expect(executed).toEqual([fromPlaywright, "apt-get update", fromApt]);
  });

  test("says what to do where neither can", () => {
    const { fake, executed } = machine([]);
    expect(() => provideBrowser(fake)).toThrow(/install Chromium, Chrome or Edge, or set CHROMIUM_PATH/);
    expect(executed).toEqual([fromPlaywright]);
  });
});
