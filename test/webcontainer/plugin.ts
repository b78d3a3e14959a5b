import type { Plugin } from "vite";

const page = '<!doctype html><title>stand-in</title><script type="module" src="/test/webcontainer/stand-in.ts"></script>';

/** Serves, in place of WebContainer's server, the page that its client loads into a hidden frame. */
export function webContainerStandIn(): Plugin {
  return {
    name: "portside-webcontainer-stand-in",
    configureServer({ middlewares }) {
      middlewares.use("/headless", (_request, response) => {
        response.setHeader("Content-Type", "text/html");
        response.end(page);
      });
    },
  };
}
