import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

/** What finding and installing a browser asks of the machine. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user is root on a system with `apt-get`. */
  readonly installsPackages: boolean;
  /** Where Playwright keeps its own Chromium, there or not. */
  readonly playwrightPath: string;
  /** There is a program at this path, and it starts. */
  runs(path: string): boolean;
  /** Runs a command to its end, showing its output; true when it succeeded. */
  execute(command: string, args: readonly string[]): boolean;
}

/**
 * The path of a Chromium that runs: `$CHROMIUM_PATH`, Playwright's own, one on the PATH, one in its usual place; undefined when there is none.
 * Throws when `$CHROMIUM_PATH` is set and does not run.
 */
export function findBrowser(machine: Machine = thisMachine): string | undefined {
  const named = machine.environment["CHROMIUM_PATH"];
  if (named) return runningOrThrow(named, machine);
  return [machine.playwrightPath, ...candidates(machine)].find((path) => machine.runs(path));
}

/** As `findBrowser`, but installs one where none is found. Throws with what to do when that fails too. */
export function provideBrowser(machine: Machine = thisMachine): string {
  const found = findBrowser(machine) ?? installWithPlaywright(machine) ?? installWithApt(machine);
  if (found) return found;
  throw new Error(
    "No Chromium was found and none could be installed: install Chromium, Chrome or Edge, or set CHROMIUM_PATH to the program's full path.",
  );
}

/** Launch options for Playwright and vitest; without a browser, theirs, so that the tests of Node alone still run. */
export function launchOptions(machine: Machine = thisMachine): { readonly executablePath?: string } {
  const executablePath = findBrowser(machine);
  return executablePath === undefined ? {} : { executablePath };
}

function runningOrThrow(path: string, machine: Machine): string {
  if (machine.runs(path)) return path;
  throw new Error(`CHROMIUM_PATH is ${path}, and no program runs from there: correct it, or unset it to have a browser looked for.`);
}

const commands = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

const macPlaces = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

const windowsPlaces = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];

function candidates(machine: Machine): readonly string[] {
  switch (machine.platform) {
    case "darwin":
      return [...onPath(machine), ...macPlaces];
    case "win32":
      return windowsCandidates(machine);
    default:
      return onPath(machine);
  }
}

function onPath({ environment }: Machine): readonly string[] {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter(Boolean);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

function windowsCandidates({ environment }: Machine): readonly string[] {
  const bases = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => environment[name] ?? []);
  return windowsPlaces.flatMap((place) => bases.map((base) => `${base}\\${place}`));
}

function installWithPlaywright(machine: Machine): string | undefined {
  machine.execute("npx", ["playwright", "install", "chromium"]);
  return findBrowser(machine);
}

function installWithApt(machine: Machine): string | undefined {
  if (!machine.installsPackages) return undefined;
  machine.execute("apt-get", ["update"]);
  machine.execute("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]);
  return findBrowser(machine);
}

const thisMachine: Machine = {
  environment: process.env,
  platform: process.platform,
  get installsPackages() {
    return process.getuid?.() === 0 && isProgram("/usr/bin/apt-get");
  },
  get playwrightPath() {
    return chromium.executablePath();
  },
  runs: (path) => isProgram(path) && starts(path),
  execute: (command, args) => spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" }).status === 0,
};

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Playwright's build without its system libraries is there and does not start. On Windows `--version` would open a window. */
function starts(path: string): boolean {
  return process.platform === "win32" || spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
}
