// Answers every message with the last `answer` it was given, or with the message itself.
let answer: unknown;
self.addEventListener("message", ({ data }: MessageEvent<{ readonly answer?: unknown }>) => {
  if (data.answer !== undefined) answer = data.answer;
  self.postMessage(answer ?? data); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker's own page
});
