// Never says that it serves.
self.addEventListener("message", () => {});
