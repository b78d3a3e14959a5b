import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chromium, type Page } from "playwright";

/** A browser that can be killed with all its processes, on a profile that outlives it. */
export interface KillableBrowser {
  readonly page: Page;
  kill(): Promise<void>;
}

/** Starts it by hand: Playwright ends its own browsers in good order, and does not say which processes they are. */
export async function startBrowser(program: string, profile: string, address: string): Promise<KillableBrowser> {
  const flags = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--no-first-run"];
  const child = spawn(program, [...flags, "about:blank"], { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const browser = await chromium.connectOverCDP(await endpointOf(child));
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error("The browser shows no page.");
  await page.goto(address);
  return {
    page,
    async kill() {
      const ended = once(child, "exit");
      process.kill(-(child.pid as number), "SIGKILL");
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (part: string) => {
      text += part;
      const [, address] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.on("exit", () => reject(new Error(`The browser did not start: ${text}`)));
  });
}
