import { fail } from "../../core/errors.ts";

/** `WebContainer` of @webcontainer/api. */
export interface Bootable<Options, Instance> {
  boot(options?: Options): Promise<Instance>;
}

/**
 * Boots a container, or throws `unavailable` after so many milliseconds: without a network, or where the page may not reach its server, the boot
 * itself never ends. One that ends later is torn down, since a page can have only one.
 */
export async function bootWithin<Options, Instance extends { teardown(): void }>(
  container: Bootable<Options, Instance>,
  options: Options | undefined,
  milliseconds: number,
): Promise<Instance> {
  const booting = container.boot(options);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds));
  const instance = await Promise.race([booting.catch(refuse), late]);
  if (instance) return instance;
  booting.then((unwanted) => unwanted.teardown()).catch(() => {}); // nobody waits for it any more
  throw unavailable(`it did not boot within ${milliseconds} ms`);
}

function refuse(error: unknown): never {
  throw unavailable(error instanceof Error ? error.message : String(error));
}

function unavailable(reason: string): Error {
  const remedy = "see that the page is cross-origin isolated and can reach its server, and load it again before the next attempt";
  return fail("unavailable", { what: "WebContainer", reason, remedy });
}
