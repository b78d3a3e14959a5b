import { expose, wrap } from "comlink";
import { fail } from "../../core/errors.ts";
import type { Volume } from "../volume.ts";
import { containerFiles, type ContainerFiles } from "./container-files.ts";
import type { Container } from "./container.ts";
import { openFilesVolume, type ContainerVolumeOptions } from "./webcontainer.ts";

export interface ShareOptions {
  /** Openings of one name share one worker, as those of every volume do. */
  readonly name?: string;
  /** As in `openWebContainerVolume`. */
  readonly exclude?: readonly string[];
}

/** What `openWorkspace` takes as `volume`. */
export interface WebContainerVolumeRequest extends ShareOptions {
  readonly kind: "webcontainer";
  /** Where a worker asks for the files. A name, so that a worker that takes the place of a lost one can ask too. */
  readonly channel: string;
  readonly [option: string]: unknown;
}

/** Lets workers of this page have the files of a container, which lives on the page alone: `openWorkspace({ volume: shareWebContainer(instance) })`. */
export function shareWebContainer(instance: Container, options: ShareOptions = {}): WebContainerVolumeRequest {
  const channel = `portside:webcontainer:${crypto.randomUUID()}`;
  expose(containerFiles(instance), new BroadcastChannel(channel));
  return { ...options, kind: "webcontainer", channel };
}

export interface SharedContainerOptions extends ContainerVolumeOptions {
  readonly channel: string;
  /** How long the page may take to answer: 10,000 milliseconds. */
  readonly wait?: number;
}

/** In the worker: the volume of a container that a page shares. Rejects with `unavailable` when it does not answer. */
export async function openSharedContainer({ channel, wait = 10_000, ...options }: SharedContainerOptions): Promise<Volume> {
  const files = wrap<ContainerFiles>(new BroadcastChannel(channel));
  await Promise.race([files.changed(-1), silence(wait)]);
  return openFilesVolume(files, options);
}

async function silence(wait: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, wait));
  const remedy = "pass openWorkspace what shareWebContainer(instance) returned, in the page that booted the container";
  throw fail("unavailable", { what: "WebContainer", reason: `no page answered within ${wait} ms`, remedy });
}
