/** Calls a listener of the page. What it throws is reported as an uncaught error is, and stops nothing else. */
export async function reported(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch (error) {
    reportError(error);
  }
}
