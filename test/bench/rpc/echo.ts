// Sends back what it gets.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page
self.addEventListener("message", ({ data }: MessageEvent<unknown>) => self.postMessage(data));
