export { bootWithin } from "./boot.ts";
export type { Bootable } from "./boot.ts";
export type { Container, ContainerEntry, ContainerNode, ContainerTree } from "./container.ts";
export { shareWebContainer } from "./share.ts";
export type { ShareOptions, WebContainerVolumeRequest } from "./share.ts";
export { openWebContainerVolume } from "./webcontainer.ts";
export type { ContainerVolumeOptions, WebContainerVolumeOptions } from "./webcontainer.ts";
