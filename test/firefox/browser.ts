import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** As much of a page as is used, of puppeteer-core, which only this directory has, and only when it is asked for. */
interface Page {
  goto(address: string): Promise<unknown>;
  waitForFunction(expression: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
}

interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Puppeteer {
  launch(options: {
    readonly browser: "firefox";
    readonly executablePath: string;
    readonly headless: true;
    readonly protocolTimeout: number;
  }): Promise<Browser>;
}

const home = import.meta.dirname;

/** Starts Firefox, or says why there is none. Playwright has only a Firefox of its own. */
export async function startFirefox(): Promise<Browser | string> {
  const executablePath = findFirefox() ?? installFirefox();
  if (executablePath === undefined)
    return "no Firefox was found, and none could be installed: install it, or set FIREFOX_PATH to the program's full path";
  if (!installPuppeteer()) return "puppeteer-core could not be installed";
  const { launch } = (await import(join(home, "node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js"))) as Puppeteer;
  return launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: 0 });
}

function findFirefox(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = ["firefox-esr", "firefox"].flatMap((program) => folders.map((folder) => join(folder, program)));
  return process.env["FIREFOX_PATH"] ?? onPath.find((path) => existsSync(path));
}

function installFirefox(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  run("apt-get", ["update"]);
  run("apt-get", ["install", "-y", "--no-install-recommends", "firefox-esr"]);
  return findFirefox();
}

function installPuppeteer(): boolean {
  return (
    existsSync(join(home, "node_modules/puppeteer-core")) ||
    run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--prefix", home])
  );
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "inherit" }).status === 0;
}
